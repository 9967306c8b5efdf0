// The work of the workload records: names under numbers, in MySQL.
package dev.loadline.workloads;

/** All methods may be called from any thread; {@link #add} and {@link #find} block. */
public final class Records implements AutoCloseable {
  private final ServiceClient<Mysql> mysql;

  /**
   * @param url the address of MySQL, or null where there is none
   */
  public Records(String url) {
    mysql = new ServiceClient<>(Service.MYSQL, url, address -> new Mysql(address));
  }

  /**
   * The id in a path.
   *
   * @throws ProblemException 400 unless it is one to 15 decimal digits
   */
  public static long id(String text) {
    return PathId.decimal("a record", text);
  }

  /**
   * The name that a JSON body brings.
   *
   * @throws ProblemException 413 or 400, as {@link SmallBody#expect} and {@link JsonBody} have it
   */
  public static String name(byte[] body) {
    return JsonBody.text(body, "name");
  }

  /**
   * Adds a record.
   *
   * @param name as {@link #name} hands it out
   * @throws ProblemException 503 while MySQL does not answer; whether the record was added is then
   *     not known
   */
  public NamedRecord add(String name) {
    return new NamedRecord(mysql.call(client -> client.insert(name)), name);
  }

  /**
   * The record with this id.
   *
   * @throws ProblemException 404 when there is none, 503 while MySQL does not answer
   */
  public NamedRecord find(long id) {
    String name = mysql.call(client -> client.name(id));
    if (name == null) {
      throw new ProblemException(Problem.notFound("/records/" + id));
    }
    return new NamedRecord(id, name);
  }

  @Override
  public void close() {
    mysql.close();
  }
}
