/** Refuses samples that are no measurement: with errors, or with nothing in them. */
'use strict';

/**
 * @param {import('../drivers/tally').Sample} sample
 * @param {string} [who] answered, where that is not plain
 * @returns {import('../drivers/tally').Sample} the same
 * @throws {Error} with the first example of an error
 */
function soundSample(sample, who) {
  const [kind] = Object.values(sample.errors.kinds);
  const fault = kind?.examples[0] ?? (sample.valid === 0 && 'no answer came within the slice');
  if (fault) throw new Error(who ? `${who}: ${fault}` : fault);
  return sample;
}

module.exports = { soundSample };
