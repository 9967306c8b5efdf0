// The limits that every Java server keeps, in one place.
package dev.loadline.workloads;

/** What a client may ask for at most, and how much the servers hold on its behalf. */
public final class Limits {
  /** The largest upload; more is refused. */
  public static final long UPLOAD_BYTES = 128L << 20;

  /** The largest form body; more is refused. */
  public static final int FORM_BYTES = 64 << 10;

  /** The longest description of a todo, in code points; more is refused. */
  public static final int DESCRIPTION_CODE_POINTS = 1_000;

  /** The largest id of a todo or a record: fifteen digits, which a number of JavaScript holds. */
  public static final long ROW_ID = 999_999_999_999_999L;

  /** The largest value of the cache and the largest JSON body; more is refused. */
  public static final int SMALL_BODY_BYTES = 64 << 10;

  /** The longest name of a record and content of a message, in code points; more is refused. */
  public static final int TEXT_CODE_POINTS = 255;

  /** The largest WebSocket message, in bytes (of UTF-8 for text); more closes with 1009. */
  public static final int MESSAGE_BYTES = 1 << 20;

  /** The most items of a stream. */
  public static final int STREAM_ITEMS = 10_000_000;

  /** The smallest size of a stream's item, newline included. */
  public static final int ITEM_BYTES_MIN = 16;

  /** The largest size of a stream's item, newline included. */
  public static final int ITEM_BYTES_MAX = 64 << 10;

  /** The longest key of the cache and the longest id of a stream. */
  public static final int KEY_CHARACTERS = 128;

  /** How many ended streams are remembered. */
  public static final int STREAMS_REMEMBERED = 1_000;

  /** How long an ended stream is remembered. */
  public static final long STREAM_MEMORY_MILLIS = 60_000;

  /** A producer that has waited for its consumer so long is paused. */
  public static final long PAUSE_MILLIS = 100;

  /** The largest n of fibonacci. */
  public static final int FIBONACCI_N = 40;

  /**
   * The most connections to Redis and to MongoDB. Contracts allow 64, MongoDB's driver has two to
   * watch its server, and who replaces a broken connection may for a moment have both.
   */
  public static final int SERVICE_CONNECTIONS = 50;

  /** The most to MySQL, which makes a connection slowly and serves it with a thread of its own. */
  public static final int MYSQL_CONNECTIONS = 16;

  /** How long a request may wait for its turn to ask a service. */
  public static final int SERVICE_TURN_MILLIS = 2_000;

  /** How long a service may take to take a connection, and to answer. */
  public static final int SERVICE_ANSWER_MILLIS = 1_500;

  /**
   * The kernel's send and receive buffer of a connection. Left to itself Linux lets them grow to
   * several MiB, which a paused stream fills and a client that does not read makes the server hold.
   */
  public static final int SOCKET_BUFFER_BYTES = 256 << 10;

  /** How long requests in flight may take to end after SIGTERM. */
  public static final long SHUTDOWN_MILLIS = 5_000;

  private Limits() {}
}
