/** The step `while`: connections that wait for their answer while other steps run. */
'use strict';

const { openRequest, sendBody } = require('../http-exchange');
const { requestName } = require('./exchange');

/** @typedef {import('node:http').ClientRequest} ClientRequest */

/** @type {import('../stage').StepKind} */
const whileStep = {
  name: ({ while: { request, connections } }) =>
    `while ${connections} connections wait for ${requestName(request)}`,
  async run({ while: { request, connections }, steps }, stage) {
    /** @type {string[]} */
    const answers = [];
    const waiting = Array.from({ length: connections }, () => {
      const sending = openRequest(stage.server, request, stage.signal);
      sending.on('response', (response) => answers.push(`status ${response.statusCode}`));
      return sending;
    });
    try {
      stage.awaits('/while', `${connections} connections that have sent their request`);
      await Promise.all(waiting.map((sending) => sent(sending, request)));
      if (answers.length > 0) {
        const expected = `${connections} connections that still wait for their answer`;
        const actual = `${answers.length} had been answered already: ${answers[0]}`;
        return [{ pointer: '/while', what: '', expected, actual }];
      }
      stage.awaits('/steps', `the steps to hold while ${connections} connections wait`);
      return await stage.runNested(steps, '/steps');
    } finally {
      for (const sending of waiting) sending.destroy();
    }
  },
};

/**
 * @param {ClientRequest} sending
 * @param {import('../load-contracts').Request} request
 * @returns {Promise<void>} settles when all of it has been handed to the kernel
 */
function sent(sending, request) {
  return new Promise((resolve, reject) => {
    sending.once('finish', resolve);
    // Errors after that are those of connections that were dropped.
    sending.on('error', reject);
    sendBody(sending, request);
  });
}

module.exports = { whileStep };
