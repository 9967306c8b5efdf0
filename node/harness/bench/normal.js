/** Normal deviates for simulations. */
'use strict';

const { cos, log, PI, sqrt } = Math;

/**
 * Box and Muller (1958).
 *
 * @param {() => number} random uniform in [0, 1)
 * @returns {number} of mean 0 and standard deviation 1
 */
function normal(random) {
  return sqrt(-2 * log(1 - random())) * cos(2 * PI * random());
}

module.exports = { normal };
