// Services in containers, where Docker answers and has the image or can get it.
package dev.loadline.services;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategyTarget;
import org.testcontainers.utility.DockerImageName;

record FromDocker() implements Supply {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long READY_WITHIN_MILLIS = 120_000;

  @Override
  public Map<ServiceName, Attempt> supply(List<Declared> wanted) throws InterruptedException {
    boolean answers = !wanted.isEmpty() && DockerClientFactory.instance().isDockerAvailable();
    if (answers) {
      Orphans.remove();
    }
    return AtOnce.each(
        wanted, each -> answers ? attempt(each) : Attempt.none("Docker does not answer"));
  }

  private static Attempt attempt(Declared declared) throws InterruptedException {
    GenericContainer<?> container = container(declared);
    try {
      DockerImage.need(declared.image());
      container.start();
      String url = Kind.of(declared.name()).url(address(container, declared.port()));
      String product =
          Ask.untilAnswers(declared.name(), url, READY_WITHIN_MILLIS, () -> whyEnded(container));
      return Attempt.of(
          declared, url, Service.Source.DOCKER, product + " (docker)", container::stop);
    } catch (IOException | RuntimeException failed) {
      // Its client throws many kinds: no image, no engine any more, no room.
      container.stop();
      return Attempt.none("Docker: " + Ask.reasonOf(failed));
    } catch (InterruptedException interrupted) {
      container.stop();
      throw interrupted;
    }
  }

  private static GenericContainer<?> container(Declared declared) {
    Kind.Container how = Kind.of(declared.name()).container();
    return new GenericContainer<>(DockerImageName.parse(declared.image()))
        .withExposedPorts(declared.port())
        .withEnv(how.environment())
        .withLabels(Orphans.label())
        .withCommand(how.command().toArray(String[]::new))
        .withCreateContainerCmdModifier(create -> publishOnLoopback(create, declared.port()))
        .waitingFor(new NoWait());
  }

  /** Testcontainers alone would publish it to everybody who can reach this machine. */
  private static void publishOnLoopback(CreateContainerCmd create, int port) {
    if (DockerClientFactory.instance().dockerHostIpAddress().equals("localhost")) {
      HostConfig host = Optional.ofNullable(create.getHostConfig()).orElseGet(HostConfig::new);
      Ports.Binding loopback = Ports.Binding.bindIp(LOOPBACK);
      create.withHostConfig(
          host.withPortBindings(new PortBinding(loopback, ExposedPort.tcp(port))));
    }
  }

  private static String address(GenericContainer<?> container, int port) {
    String host = container.getHost();
    return (host.equals("localhost") ? LOOPBACK : host) + ":" + container.getMappedPort(port);
  }

  private static Optional<String> whyEnded(GenericContainer<?> container) {
    return container.isRunning()
        ? Optional.empty()
        : Optional.of("the container ended; it wrote: " + container.getLogs().strip());
  }

  /** Whether the service answers is asked with its own client. */
  private static final class NoWait implements WaitStrategy {
    @Override
    public void waitUntilReady(WaitStrategyTarget target) {
      // There is nothing to be waited for here.
    }

    @Override
    public WaitStrategy withStartupTimeout(Duration within) {
      return this;
    }
  }
}
