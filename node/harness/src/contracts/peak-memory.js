/** Measures by how much a server's resident memory grows while something is done to it. */
'use strict';

const EVERY_MILLIS = 20;

/**
 * @template T
 * @param {{ residentBytes(): number }} server
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, growthBytes: number }>} the peak over the resident memory at the begin
 */
async function peakMemory(server, work) {
  const begin = server.residentBytes();
  let peak = begin;
  const sample = () => {
    peak = Math.max(peak, server.residentBytes());
  };
  const timer = setInterval(sample, EVERY_MILLIS);
  try {
    const result = await work();
    sample();
    return { result, growthBytes: peak - begin };
  } finally {
    clearInterval(timer);
  }
}

module.exports = { peakMemory };
