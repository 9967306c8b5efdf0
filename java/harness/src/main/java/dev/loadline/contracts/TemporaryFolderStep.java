// The step `temporaryFolder`: takes the server's temporary folder away, or brings it back.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;

/**
 * @param where {@code away} or {@code back}
 */
record TemporaryFolderStep(String where) implements Step {
  @Override
  public String name() {
    return "temporary folder " + where;
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException {
    if (where.equals("away")) {
      stage.server().temporaryFolder().takeAway();
    } else {
      stage.server().temporaryFolder().bringBack();
    }
    return List.of();
  }
}
