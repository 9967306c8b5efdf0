// Decides when a connection that is free sends.
package dev.loadline.drivers;

interface Pace {
  /** The clock runs from now on. */
  void begin(long nowNanos);

  /** The connection can send, and waits to be told. */
  void free(LoadConnection connection);

  /** The connection is free no more: the server has closed it. */
  void gone(LoadConnection connection);
}
