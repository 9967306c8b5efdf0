// Computes one Fibonacci number in this process and tells how long it took: node fibonacci.js N
'use strict';

/**
 * @param {number} n
 * @returns {number} F(n), with F(0) = 0
 */
function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

const n = Number(process.argv[2]);
if (!Number.isInteger(n) || n < 0) {
  console.error('Usage: node fibonacci.js N, with N a whole number, such as 35.');
  process.exit(2);
}
const begin = performance.now();
const result = String(fibonacci(n));
console.log(JSON.stringify({ n, result, millis: performance.now() - begin }));
