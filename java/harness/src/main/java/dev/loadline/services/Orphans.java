// Containers whose harness was killed, where no reaper stood by: the next run removes them.
package dev.loadline.services;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;

final class Orphans {
  private static final String LABEL = "dev.loadline.harness";

  /** Such as {@code 4711@pond}: an engine may serve several machines. */
  private static final String OURS = ManagementFactory.getRuntimeMXBean().getName();

  private Orphans() {}

  /** Names the process that a container is for. */
  static Map<String, String> label() {
    return Map.of(LABEL, OURS);
  }

  static void remove() {
    DockerClient client = DockerClientFactory.lazyClient();
    List<Container> ours =
        client.listContainersCmd().withShowAll(true).withLabelFilter(List.of(LABEL)).exec();
    ours.stream().filter(Orphans::isOrphan).forEach(orphan -> remove(client, orphan.getId()));
  }

  private static boolean isOrphan(Container container) {
    String[] harness = container.getLabels().get(LABEL).split("@", 2);
    boolean here = OURS.endsWith("@" + harness[1]);
    return here && ProcessHandle.of(Long.parseLong(harness[0])).isEmpty();
  }

  private static void remove(DockerClient client, String id) {
    try {
      client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
    } catch (DockerException removed) {
      // Another run was faster.
      return;
    }
  }
}
