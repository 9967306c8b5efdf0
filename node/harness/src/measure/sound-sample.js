/** Refuses samples that are no measurement: with errors, or with nothing in them. */
'use strict';

/**
 * @param {import('../drivers/tally').Sample} sample
 * @returns {import('../drivers/tally').Sample} the same
 * @throws {Error} with the first example of an error
 */
function soundSample(sample) {
  const [kind] = Object.values(sample.errors.kinds);
  if (kind) throw new Error(kind.examples[0]);
  if (sample.valid === 0) throw new Error('no answer came within the slice');
  return sample;
}

module.exports = { soundSample };
