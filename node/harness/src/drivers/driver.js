/**
 * The driver: one JSON specification a line on standard input, one JSON sample a line on standard
 * output. It lives for a whole run, so that what is measured is not its own warm-up.
 */
'use strict';

const { createInterface } = require('node:readline');
const { httpLoad } = require('./http-load');
const { openHttpLoad } = require('./open-http-load');
const { specificationOf } = require('./specification');
const { webSocketLoad } = require('./web-socket-load');

const BAD_INPUT = 2;

async function main() {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const sample = await slice(specificationOf(JSON.parse(line)));
    process.stdout.write(`${JSON.stringify(sample)}\n`);
  }
}

/** @param {import('./specification').Specification} specification */
function slice(specification) {
  if (specification.load.echo) return webSocketLoad(specification);
  return specification.ratePerSecond ? openHttpLoad(specification) : httpLoad(specification);
}

main().then(
  // Connections of the last slice may still be closing; nothing more is expected of them.
  () => process.exit(0),
  (/** @type {Error} */ error) => {
    process.stderr.write(`driver: ${error.message}\n`);
    process.exit(BAD_INPUT);
  },
);
