// What the work throws when it cannot do what it was asked for; a stack turns the reason into a status.
'use strict';

/** @typedef {'invalid' | 'missing' | 'conflict' | 'too-large' | 'unavailable'} Reason */

class Refusal extends Error {
  /**
   * @param {Reason} reason
   * @param {string} message for the client's eyes
   */
  constructor(reason, message) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

module.exports = { Refusal };
