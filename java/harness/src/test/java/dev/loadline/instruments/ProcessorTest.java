// How a processor is named: by brand and generation, in the words of the other side.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorTest {
  @Test
  void byBrandAndGenerationAsLinuxTellsThem() {
    String cpuInfo =
        "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC  \n";
    assertThat(Processor.nameIn(cpuInfo)).contains("AMD EPYC, family 25 model 1");
    assertThat(Processor.nameIn("model name : A Processor\n")).contains("A Processor");
    assertThat(Processor.nameIn("processor : 0\n")).isEmpty();
  }

  @Test
  void thisOneHasANameThatStays() {
    assertThat(Processor.name()).isNotBlank().isEqualTo(Processor.name());
  }
}
