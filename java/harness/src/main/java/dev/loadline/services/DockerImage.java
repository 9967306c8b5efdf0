// Gets an image where the engine lacks it, and gives up soon where there is no registry.
package dev.loadline.services;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;

final class DockerImage {
  /** Testcontainers alone would try for minutes. */
  private static final long REGISTRY_ANSWERS_WITHIN_SECONDS = 15;

  private static final long PULLED_WITHIN_SECONDS = 600;

  private DockerImage() {}

  /**
   * @throws IOException it is not there and cannot be had
   */
  static void need(String image) throws IOException, InterruptedException {
    DockerClient client = DockerClientFactory.lazyClient();
    if (!has(client, image)) {
      pull(client, image);
    }
  }

  private static boolean has(DockerClient client, String image) {
    try {
      client.inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException missing) {
      return false;
    }
  }

  private static void pull(DockerClient client, String image)
      throws IOException, InterruptedException {
    try (Pull pull = new Pull()) {
      client.pullImageCmd(image).exec(pull);
      boolean answered = pull.heard.await(REGISTRY_ANSWERS_WITHIN_SECONDS, TimeUnit.SECONDS);
      if (!answered || !pull.awaitCompletion(PULLED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("there is no " + image + " here, and no registry answers");
      }
    }
  }

  /** Tells when the engine has anything to say about its progress, or its failure. */
  private static final class Pull extends PullImageResultCallback {
    private final CountDownLatch heard = new CountDownLatch(1);

    @Override
    public void onNext(PullResponseItem item) {
      heard.countDown();
      super.onNext(item);
    }

    @Override
    public void onError(Throwable failed) {
      heard.countDown();
      super.onError(failed);
    }
  }
}
