// What a fibonacci thread runs: plain double recursion, because the work is the point.
'use strict';

/**
 * @param {number} n
 * @returns {number} F(n), with F(0) = 0
 */
function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

module.exports = fibonacci;
