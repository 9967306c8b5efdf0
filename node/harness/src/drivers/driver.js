/**
 * The driver: one JSON specification a line on standard input, one JSON sample a line on standard
 * output. A list of specifications is loaded at the same time, and gives a list of samples. The driver lives for a whole run, so that
 * what is measured is not its own warm-up.
 */
'use strict';

const { createInterface } = require('node:readline');
const { specificationOf } = require('./specification');

const BAD_INPUT = 2;

async function main() {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const input = JSON.parse(line);
    const answer = Array.isArray(input)
      ? await Promise.all(input.map(specificationOf).map(slice))
      : await slice(specificationOf(input));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

/**
 * Each kind of load has a client library, which takes a tenth of a second to read: those that are not needed are not.
 *
 * @param {import('./specification').Specification} specification
 */
function slice(specification) {
  if (specification.load.echo) return require('./web-socket-load').webSocketLoad(specification);
  return require('./http-load').httpLoad(specification);
}

main().then(
  // Connections of the last slice may still be closing; nothing more is expected of them.
  () => process.exit(0),
  (/** @type {Error} */ error) => {
    process.stderr.write(`driver: ${error.message}\n`);
    process.exit(BAD_INPUT);
  },
);
