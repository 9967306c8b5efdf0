// Answers one request at a time, as an event loop does that computes.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/** Everybody waits for whoever asked for n = 40. */
public final class FibonacciOnEventLoop extends HonestServer {
  private final ReentrantLock eventLoop = new ReentrantLock(true);

  @Override
  protected Reply answer(Request request) throws IOException {
    eventLoop.lock();
    try {
      return super.answer(request);
    } finally {
      eventLoop.unlock();
    }
  }
}
