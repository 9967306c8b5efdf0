// Questions and answers between the processes of a cluster.
'use strict';

/**
 * @typedef {{ call: number, question: string, id: string, last?: import('./items').Signals }} Asked
 * @typedef {{ call: number, answer: unknown }} Answered
 *
 * @typedef {object} Port one end of the connection between a worker and the primary
 * @property {(message: Asked | Answered, done: (error: Error | null) => void) => unknown} send
 * @property {(event: 'message', listener: (message: any) => void) => unknown} on
 *
 * @typedef {(asked: Asked) => unknown} Answer
 */

class Channel {
  #calls = 0;
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map();

  /**
   * @param {Port} port
   * @param {Record<string, Answer>} answers to the other side's questions, by question
   */
  constructor(port, answers) {
    this.port = port;
    port.on('message', async (message) => {
      if (!('call' in Object(message))) return;
      if ('question' in message) {
        this.#send({ call: message.call, answer: await answers[message.question](message) });
      } else {
        this.#settle(message.call, message.answer);
      }
    });
  }

  /**
   * @param {string} question
   * @param {string} id of the stream that it is about
   * @param {import('./items').Signals} [last]
   * @returns {Promise<any>} undefined when the other side is gone
   */
  ask(question, id, last) {
    const call = this.#calls++;
    return new Promise((resolve) => {
      this.#waiting.set(call, resolve);
      this.#send({ call, question, id, last });
    });
  }

  /** Answers all that still waits: the other side is gone. */
  close() {
    for (const call of this.#waiting.keys()) this.#settle(call, undefined);
  }

  /** @param {Asked | Answered} message */
  #send(message) {
    this.port.send(message, (error) => {
      if (error) this.close();
    });
  }

  /**
   * @param {number} call
   * @param {unknown} answer
   */
  #settle(call, answer) {
    this.#waiting.get(call)?.(answer);
    this.#waiting.delete(call);
  }
}

module.exports = { Channel };
