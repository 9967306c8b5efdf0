/** Shows a run while it goes on, as a few lines that are drawn anew at the end of a terminal. */
'use strict';

const { liveLines } = require('./live-lines');
const { LimitTally } = require('./limit-tally');
const { Progress } = require('./progress');
const { safeText } = require('./safe-text');

/**
 * @typedef {import('./progress').ChecksSoFar} ChecksSoFar
 * @typedef {import('./progress').SoFar} SoFar
 * @typedef {{ draw: (text: string) => void, clear: () => void }} Drawing
 *
 * @typedef {object} TerminalOutput
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 * @property {number} [rows]
 * @property {(text: any, ...rest: any[]) => any} write
 */

/** Often enough to look alive, and nothing that a server which is measured would notice. */
const REDRAW_MILLIS = 250;
const COLUMNS = 80;
const ROWS = 24;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

class LiveView extends Progress {
  #what = '';
  #began = performance.now();
  /** @type {ChecksSoFar | null} */
  #checks = null;
  #isMeasuring = false;
  #endsAt = Infinity;
  /** @type {NodeJS.Timeout | null} While it is shown. */
  #timer = null;
  #isDrawing = false;
  #isDrawn = false;
  /** Whether somebody else has begun a line and not ended it. */
  #isWithinLine = false;
  /** @type {(() => void)[]} */
  #unhook = [];
  #atExit = () => this.clear();

  /**
   * @param {TerminalOutput} output
   * @param {Drawing} drawing on this output
   * @param {{ hasColors?: boolean, shared?: TerminalOutput[] }} [how] shared: what else is written to the same terminal
   */
  constructor(output, drawing, { hasColors = false, shared = [] } = {}) {
    super(output);
    this.terminal = output;
    this.drawing = drawing;
    this.hasColors = hasColors;
    this.shared = shared;
  }

  /** @param {string} text */
  now(text) {
    this.#what = text;
    this.#show();
  }

  /** @param {string} text */
  done(text) {
    this.now(text);
  }

  /** @param {ChecksSoFar} checks */
  checks(checks) {
    this.#checks = checks;
  }

  /** @param {SoFar} soFar */
  measured(soFar) {
    this.#isMeasuring = true;
    this.#endsAt = soFar.endsAt;
    super.measured(soFar);
  }

  /** @param {string} text */
  say(text) {
    this.output.write(`${safeText(text)}\n`);
    if (this.#timer !== null) this.#draw();
  }

  /** The view is gone, and the next one begins anew. */
  clear() {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    process.removeListener('exit', this.#atExit);
    this.#erase();
    for (const unhook of this.#unhook.splice(0)) unhook();
    this.output.write(SHOW_CURSOR);
    this.#checks = null;
    this.#isMeasuring = false;
    this.#endsAt = Infinity;
    this.tally = new LimitTally();
  }

  #show() {
    if (this.#timer !== null) return;
    this.#began = performance.now();
    this.#timer = setInterval(() => this.#draw(), REDRAW_MILLIS).unref();
    // Whatever ends the process, its terminal is left as it was.
    process.on('exit', this.#atExit);
    this.output.write(HIDE_CURSOR);
    for (const stream of new Set([this.terminal, ...this.shared])) this.#hook(stream);
    this.#draw();
  }

  #draw() {
    const { columns = COLUMNS, rows = ROWS } = this.terminal;
    const now = performance.now();
    const lines = liveLines(
      {
        what: this.#what,
        secondsGone: (now - this.#began) / 1000,
        checks: this.#checks,
        limits: this.#isMeasuring ? this.tally : null,
        secondsMax: (this.#endsAt - now) / 1000,
      },
      // What tells of no width, as a terminal that was just opened may, has the usual one.
      { columns: columns || COLUMNS, rows: rows || ROWS, hasColors: this.hasColors },
    );
    this.#privately(() => {
      if (this.#isWithinLine) this.output.write('\n');
      this.drawing.draw(lines.join('\n'));
    });
    this.#isWithinLine = false;
    this.#isDrawn = true;
  }

  #erase() {
    if (this.#isDrawn) this.#privately(() => this.drawing.clear());
    this.#isDrawn = false;
  }

  /** @param {() => void} write what is ours */
  #privately(write) {
    this.#isDrawing = true;
    try {
      write();
    } finally {
      this.#isDrawing = false;
    }
  }

  /**
   * What others write to the terminal stands above the view: it makes room, and is drawn again a moment later.
   *
   * @param {TerminalOutput} stream
   */
  #hook(stream) {
    const { write } = stream;
    /** @type {TerminalOutput['write']} */
    const making = (chunk, ...rest) => {
      if (!this.#isDrawing) {
        this.#erase();
        this.#isWithinLine = !Buffer.from(chunk).toString().endsWith('\n');
      }
      return write.call(stream, chunk, ...rest);
    };
    stream.write = making;
    this.#unhook.push(() => {
      if (stream.write === making) stream.write = write;
    });
  }
}

module.exports = { LiveView };
