/** Writes figures so that a person can compare them: three digits that count, and a unit. */
'use strict';

const MEBIBYTE = 1024 * 1024;

/**
 * @param {number} value
 * @returns {string} whole with thousands apart from 100 on, three significant digits below
 */
function figure(value) {
  if (value === 0) return '0';
  if (value >= 99.95) return count(Math.round(value));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(value)));
  return value.toFixed(Math.min(3, decimals));
}

/**
 * @param {number} value a whole number
 * @returns {string} with thousands apart
 */
function count(value) {
  return value.toLocaleString('en-US');
}

/**
 * @param {number} micros
 * @returns {string} milliseconds
 */
function millis(micros) {
  return figure(micros / 1000);
}

/**
 * @param {number} bytes
 * @returns {string} MiB, whole
 */
function mebibytes(bytes) {
  return count(Math.round(bytes / MEBIBYTE));
}

/**
 * @param {number} seconds
 * @returns {string} such as `7 min 3 s`
 */
function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

module.exports = { count, figure, millis, mebibytes, duration };
