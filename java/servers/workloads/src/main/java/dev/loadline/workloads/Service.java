// The services behind cache, records and messages, as a server sees them.
package dev.loadline.workloads;

/** Each has its address in the environment; without it, its workload answers 503. */
public enum Service {
  REDIS("Redis", "REDIS_URL"),
  MYSQL("MySQL", "MYSQL_URL"),
  MONGODB("MongoDB", "MONGODB_URL");

  private final String title;
  private final String variable;

  Service(String title, String variable) {
    this.title = title;
    this.variable = variable;
  }

  /** The name of the environment variable that has the address. */
  public String variable() {
    return variable;
  }

  /** The address, or null where the environment has none. */
  public String url() {
    String url = System.getenv(variable);
    return url == null || url.isEmpty() ? null : url;
  }

  /** What a request gets while the service is missing, down or silent: 503. */
  public ProblemException unavailable() {
    return new ProblemException(Problem.unavailable(title + " does not answer."));
  }
}
