// What a form asks to change in a todo.
package dev.loadline.workloads;

/**
 * A field that is null stays as it is.
 *
 * @param description at most {@link Limits#DESCRIPTION_CODE_POINTS} code points, not blank
 * @param done whether it is done
 * @throws Refused INVALID when the description breaks its rules
 */
public record TodoChange(String description, Boolean done) {
  public TodoChange {
    if (description != null) {
      Checks.text("description", description, Limits.DESCRIPTION_CODE_POINTS);
    }
  }

  /**
   * The change of two fields of a form, each null where it was not sent.
   *
   * @throws Refused INVALID also when {@code done} is neither true nor false
   */
  public static TodoChange of(String description, String done) {
    if (done != null && !done.equals("true") && !done.equals("false")) {
      throw Refused.invalid("done must be true or false.");
    }
    return new TodoChange(description, done == null ? null : Boolean.valueOf(done));
  }
}
