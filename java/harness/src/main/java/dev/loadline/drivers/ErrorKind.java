// The kinds of errors that a sample tells apart.
package dev.loadline.drivers;

import java.util.Locale;

enum ErrorKind {
  STATUS,
  HEADER,
  BODY,
  CONNECTION,
  PROTOCOL,
  TIMEOUT,
  MESSAGE;

  /** As it stands in a sample. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
