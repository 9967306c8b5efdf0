/** The error for a revision that cannot be had: its message says why, and what to do. */
'use strict';

/** Bad input or set-up (exit code 2): no stack trace is to be shown. */
class RevisionError extends Error {
  /**
   * @param {string} message
   * @param {string[]} [help] lines that say what to do
   */
  constructor(message, help = []) {
    super([message, ...help.map((line) => `  ${line}`)].join('\n'));
    this.name = 'RevisionError';
  }
}

/** There is no git on this machine: folders can be compared all the same. */
class NoGit extends RevisionError {}

module.exports = { RevisionError, NoGit };
