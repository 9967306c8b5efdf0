// Keeps the directions of the harness: who may know whom.
package dev.loadline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class HouseRulesTest {
  private static final String OURS = "dev.loadline..";

  private static final JavaClasses HARNESS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.loadline");

  @Test
  void onlyJunitKnowsATestFramework() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.loadline.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..", "org.opentest4j..", "org.assertj..")
        .check(HARNESS);
  }

  @Test
  void inputKnowsNothingElseOfOurs() {
    noneFromTo(
        "dev.loadline.input",
        "dev.loadline.(contracts|drivers|instruments|services|stacks|junit|judge)");
  }

  @Test
  void stacksKnowNoContracts() {
    noneFromTo(
        "dev.loadline.stacks", "dev.loadline.(contracts|drivers|instruments|services|junit|judge)");
  }

  @Test
  void revisionsKnowStacksAndNothingElse() {
    noneFromTo(
        "dev.loadline.revisions",
        "dev.loadline.(cli|contracts|drivers|instruments|judge|junit|measure|reports|services|thresholds)");
  }

  @Test
  void servicesKnowNoContracts() {
    noneFromTo(
        "dev.loadline.services", "dev.loadline.(contracts|drivers|instruments|junit|judge|cli)");
  }

  @Test
  void instrumentsKnowWhatTheyLookAtAndNothingElse() {
    noneFromTo(
        "dev.loadline.instruments",
        "dev.loadline.(cli|contracts|drivers|judge|junit|measure|reports|thresholds)");
  }

  @Test
  void contractsKnowNoTestRunner() {
    noneFromTo("dev.loadline.contracts", "dev.loadline.(drivers|junit|judge)");
  }

  @Test
  void driversKnowContractsAndNoStacks() {
    noneFromTo(
        "dev.loadline.drivers", "dev.loadline.(stacks|services|instruments|junit|judge|cli)");
  }

  @Test
  void judgeKnowsNothingElseOfOurs() {
    classes()
        .that()
        .resideInAPackage("dev.loadline.judge")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("dev.loadline.judge", "java..", "tools.jackson..")
        .check(HARNESS);
  }

  @Test
  void thresholdsKnowWhatTheySpeakOfAndNothingElse() {
    noneFromTo(
        "dev.loadline.thresholds",
        "dev.loadline.(cli|drivers|judge|junit|measure|reports|services)");
  }

  @Test
  void measureKnowsNothingOfLooksAndRunners() {
    noneFromTo("dev.loadline.measure", "dev.loadline.(cli|junit|reports)");
  }

  @Test
  void reportsOnlyLook() {
    noneFromTo("dev.loadline.reports", "dev.loadline.(cli|contracts|drivers|junit)");
  }

  @Test
  void packagesGoOneWay() {
    SlicesRuleDefinition.slices()
        .matching("dev.loadline.(*)..")
        .should()
        .beFreeOfCycles()
        .check(HARNESS);
  }

  private static void noneFromTo(String from, String to) {
    noClasses()
        .that()
        .resideInAPackage(from)
        .and()
        .resideInAPackage(OURS)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(to.replace(".", "\\.") + "\\..*")
        .check(HARNESS);
  }
}
