// The suite stays quiet where nothing is broken: the honest server keeps every contract.
package dev.loadline.broken;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.junit.ContractTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

class HonestServerTest {
  @TestFactory
  Stream<DynamicContainer> keepsEveryContract() {
    return ContractTests.of(
        TestServers.CONTRACTS, List.of(TestServers.variant(HonestServer.class)));
  }
}
