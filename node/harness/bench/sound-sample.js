/** Takes a sample for a measurement only where every answer was right. */
'use strict';

/**
 * @param {import('../src/drivers/tally').Sample} sample
 * @param {string} who answered
 * @returns {import('../src/drivers/tally').Sample} the same
 * @throws {Error} with the first example of an error: that is no measurement
 */
function soundSample(sample, who) {
  const [kind] = Object.values(sample.errors.kinds);
  const fault = kind?.examples[0] ?? (sample.valid === 0 && 'no answer came within the slice');
  if (fault) throw new Error(`${who}: ${fault}`);
  return sample;
}

module.exports = { soundSample };
