// Makes SIGTERM an orderly end.
package dev.loadline.workloads;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * A JVM that SIGTERM ends runs its shutdown hooks and exits with 143, but a server that was told to
 * end and did so has succeeded: 0.
 */
public final class Termination {
  private Termination() {}

  /**
   * From now on SIGTERM is {@code System.exit(0)}, which runs the shutdown hooks. To be called
   * first in {@code main}. {@code sun.misc.Signal} is the only way to it (module jdk.unsupported,
   * which every JDK to date has); it is reached by reflection because the compiler warns of its
   * name.
   */
  public static void exitsZero() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler exit =
          (proxy, method, arguments) -> {
            System.exit(0);
            return null;
          };
      Object exiting =
          Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, exit);
      Object term = signal.getConstructor(String.class).newInstance("TERM");
      signal.getMethod("handle", signal, handler).invoke(null, term, exiting);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException("this JVM gives no way to handle SIGTERM", missing);
    }
  }
}
