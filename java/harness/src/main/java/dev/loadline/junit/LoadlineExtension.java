// Measures what a LoadlineTest names, and hands what was found to the method.
package dev.loadline.junit;

import dev.loadline.measure.ComparisonOutcome;
import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

final class LoadlineExtension implements BeforeEachCallback, ParameterResolver {
  private static final Namespace OURS = Namespace.create(LoadlineExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) throws InterruptedException, IOException {
    LoadlineTest test = context.getRequiredTestMethod().getAnnotation(LoadlineTest.class);
    GateRun run = GateRun.of(House.around().variant(test.stack()), test.workload());
    ComparisonOutcome found = run.comparison(test.stack(), test.workload());
    context.getStore(OURS).put(ComparisonOutcome.class, found);
    Outcome.tell(found, run.gate());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ComparisonOutcome.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getStore(OURS).get(ComparisonOutcome.class, ComparisonOutcome.class);
  }
}
