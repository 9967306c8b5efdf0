// There is no git on this machine: folders can be compared all the same.
package dev.loadline.revisions;

import java.util.List;

final class NoGit extends RevisionError {
  private static final long serialVersionUID = 1L;

  NoGit() {
    super(
        "git is not on the PATH",
        List.of(
            "install git 2.31 or newer, or name folders that are built already instead of"
                + " revisions"));
  }
}
