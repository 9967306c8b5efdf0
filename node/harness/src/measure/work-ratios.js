/** The time of an upload and of a Fibonacci number over HTTP, beside the same work without a server. */
'use strict';

const { startServer } = require('../stacks');
const { pairedRatios } = require('./blocks');
const { pin } = require('./cores');
const { bareFibonacci, md5AndCopy } = require('./references');
const { soundSample } = require('./sound-sample');

/**
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./blocks').Arm} Arm
 * @typedef {import('./goals').GoalOptions} GoalOptions
 * @typedef {import('./goals').Ratios} Ratios
 */

const BLOCKS = 5;
/** Long enough for an upload to end within it on a slow disk. */
const SECONDS = 4;

const UPLOAD_BYTES = 100 * 1024 * 1024;
const UPLOAD = {
  connections: 1,
  exchanges: [
    {
      request: { method: 'PUT', path: '/upload', body: { fill: { bytes: UPLOAD_BYTES } } },
      response: {
        status: 200,
        body: { json: { bytes: UPLOAD_BYTES, md5: '2f282b84e7e608d5852449ed940bfc51' } },
      },
    },
  ],
};

const FIBONACCI_N = 35;
const FIBONACCI = {
  connections: 1,
  exchanges: [
    {
      request: { path: `/fibonacci?n=${FIBONACCI_N}` },
      response: { status: 200, body: { text: '9227465' } },
    },
  ],
};

/**
 * @param {Variant} variant
 * @param {GoalOptions} options
 * @returns {Promise<Ratios>} time / that of md5sum and cp, of each block
 */
async function uploadRatios(variant, options) {
  const files = md5AndCopy(UPLOAD_BYTES, options.cores.servers);
  try {
    return await timeRatios(variant, UPLOAD, () => files.run(), options);
  } finally {
    files.remove();
  }
}

/**
 * @param {Variant} variant
 * @param {GoalOptions} options
 * @returns {Promise<Ratios>} time / that of the bare function, of each block
 */
function fibonacciRatios(variant, options) {
  const { root, cores } = options;
  const { language } = variant.stack;
  const reference = () => bareFibonacci(root, language, FIBONACCI_N, cores.servers);
  return timeRatios(variant, FIBONACCI, reference, options);
}

/**
 * @param {Variant} variant
 * @param {object} load of one connection
 * @param {Arm} reference milliseconds
 * @param {GoalOptions} options
 * @returns {Promise<Ratios>}
 */
async function timeRatios(variant, load, reference, { driver, cores }) {
  const server = await startServer(variant);
  try {
    const order = { url: server.baseUrl, seconds: SECONDS, rampSeconds: 0, load };
    const millis = async () =>
      Number(soundSample(await driver.run(order)).latencyMicros.p50) / 1000;
    await millis();
    await pin(server.pids(), cores.servers);
    return { ratios: await pairedRatios(BLOCKS, millis, reference), byCpuTime: null };
  } finally {
    await server.stop();
  }
}

module.exports = { uploadRatios, fibonacciRatios };
