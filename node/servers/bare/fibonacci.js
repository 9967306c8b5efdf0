// Computes one Fibonacci number in this process and tells how long it takes: node fibonacci.js N
'use strict';

// A server is warm when it is measured, so the bare function is too: the first runs are not counted.
const WARM_UP_RUNS = 3;
const RUNS = 5;

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
let result = '';
const times = [];
for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) {
  const begin = performance.now();
  result = String(fibonacci(n));
  times.push(performance.now() - begin);
}
const counted = times.slice(WARM_UP_RUNS).sort((one, other) => one - other);
console.log(JSON.stringify({ n, result, millis: counted[Math.floor(RUNS / 2)] }));
