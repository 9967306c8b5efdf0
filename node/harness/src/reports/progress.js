/** Shows what a run is at: one rewritten line on a terminal, a line for each step elsewhere. */
'use strict';

const { safeText } = require('./safe-text');

const CLEAR_LINE = '\r\u001b[K';
const COLUMNS = 80;

class Progress {
  /** @param {NodeJS.WriteStream | { isTTY?: boolean, columns?: number, write(text: string): unknown }} output */
  constructor(output) {
    this.output = output;
  }

  /**
   * What is going on now; on a terminal alone.
   *
   * @param {string} text
   */
  now(text) {
    if (!this.output.isTTY) return;
    const width = (this.output.columns ?? COLUMNS) - 1;
    this.output.write(CLEAR_LINE + safeText(text).replaceAll('\n', ' ').slice(0, width));
  }

  /**
   * What is done; elsewhere than on a terminal it stays as a line.
   *
   * @param {string} text
   */
  done(text) {
    if (this.output.isTTY) this.now(text);
    else this.output.write(`${safeText(text).replaceAll('\n', ' ')}\n`);
  }

  /**
   * A line that stays in any event.
   *
   * @param {string} text
   */
  say(text) {
    this.clear();
    this.output.write(`${safeText(text)}\n`);
  }

  clear() {
    if (this.output.isTTY) this.output.write(CLEAR_LINE);
  }
}

module.exports = { Progress };
