/** What the exit codes of every command mean, and the error for what a person typed. */
'use strict';

const EXIT = { pass: 0, fail: 1, badInput: 2, undecided: 3, interrupted: 130 };

/** Something that the person who typed the command can mend; its message says how. */
class UsageError extends Error {}

module.exports = { EXIT, UsageError };
