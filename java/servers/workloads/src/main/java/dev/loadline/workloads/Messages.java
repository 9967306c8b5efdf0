// The work of the workload messages: contents with the time of their posting, in MongoDB.
package dev.loadline.workloads;

/** All methods may be called from any thread; {@link #add} and {@link #find} block. */
public final class Messages implements AutoCloseable {
  private final ServiceClient<Mongodb> mongodb;

  /**
   * @param url the address of MongoDB, or null where there is none
   */
  public Messages(String url) {
    mongodb = new ServiceClient<>(Service.MONGODB, url, address -> new Mongodb(address));
  }

  /**
   * The id in a path.
   *
   * @throws ProblemException 400 unless it is 24 lower-case hexadecimal digits
   */
  public static String id(String text) {
    return PathId.hexadecimal("a message", text);
  }

  /**
   * The content that a JSON body brings.
   *
   * @throws ProblemException 413 or 400, as {@link SmallBody#expect} and {@link JsonBody} have it
   */
  public static String content(byte[] body) {
    return JsonBody.text(body, "content");
  }

  /**
   * Adds a message.
   *
   * @param content as {@link #content} hands it out
   * @throws ProblemException 503 while MongoDB does not answer; whether the message was added is
   *     then not known
   */
  public Message add(String content) {
    return mongodb.call(client -> client.insert(content));
  }

  /**
   * The message with this id.
   *
   * @param id as {@link #id} hands it out
   * @throws ProblemException 404 when there is none, 503 while MongoDB does not answer
   */
  public Message find(String id) {
    Message found = mongodb.call(client -> client.find(id));
    if (found == null) {
      throw new ProblemException(Problem.notFound("/messages/" + id));
    }
    return found;
  }

  @Override
  public void close() {
    mongodb.close();
  }
}
