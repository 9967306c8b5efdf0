// What a form asks to change in a todo.
package dev.loadline.workloads;

/**
 * A checked wish: a field that is null stays as it is.
 *
 * @param description at most {@link Limits#DESCRIPTION_CODE_POINTS} code points, not blank
 * @param done whether it is done
 */
public record TodoChange(String description, Boolean done) {

  /**
   * The change of a {@code PUT}.
   *
   * @throws ProblemException 400 when a field breaks its rules
   */
  public static TodoChange of(Form form) {
    return new TodoChange(description(form), done(form));
  }

  /**
   * The new todo of a {@code POST}.
   *
   * @throws ProblemException 400 when the description is missing or a field breaks its rules
   */
  public static TodoChange ofNew(Form form) {
    TodoChange wish = of(form);
    if (wish.description == null) {
      throw bad("The field description is missing.");
    }
    return wish;
  }

  private static String description(Form form) {
    String text = form.field("description");
    return text == null
        ? null
        : ShortText.checked("description", text, Limits.DESCRIPTION_CODE_POINTS);
  }

  private static Boolean done(Form form) {
    String text = form.field("done");
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad("The field done must be true or false.");
    };
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}
