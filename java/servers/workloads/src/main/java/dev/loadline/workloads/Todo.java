// One row of the todos.
package dev.loadline.workloads;

/** Something to be done; public with accessors because the templates read it. */
public record Todo(long id, String description, boolean done) {
  // Velocity resolves $todo.id through a bean accessor, not through a record's.

  public long getId() {
    return id;
  }

  public String getDescription() {
    return description;
  }

  public boolean isDone() {
    return done;
  }
}
