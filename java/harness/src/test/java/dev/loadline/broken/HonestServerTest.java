// The suite stays quiet where nothing is broken: the honest server keeps every contract.
package dev.loadline.broken;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.junit.ContractTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Its cases run one after the other, beside the tests of {@link BrokenServersTest}. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = "loadline.require", mode = ResourceAccessMode.READ)
class HonestServerTest {
  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicContainer> keepsEveryContract() {
    return ContractTests.of(
        TestServers.CONTRACTS, List.of(TestServers.variant(HonestServer.class)));
  }
}
