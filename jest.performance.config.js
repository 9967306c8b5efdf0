/** How Jest runs the performance tests: alone, after all others, since whatever runs beside them is measured too. */
'use strict';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // The laboratory keeps a copy of the house there.
  modulePathIgnorePatterns: ['<rootDir>/.cache/'],
  // What runs is what is written: nothing is to be compiled.
  transform: {},
  testMatch: [
    '<rootDir>/node/harness/test/cli/judged.test.js',
    '<rootDir>/node/harness/test/deceptions/*.test.js',
    '<rootDir>/node/harness/test/jest/server-under-test.test.js',
    '<rootDir>/node/laboratory/test/planted-stacks.test.js',
    '<rootDir>/node/tests/performance.test.js',
  ],
  maxWorkers: 1,
  reporters: ['default', ['jest-junit', { outputDirectory: '.', outputName: 'performance.xml' }]],
};
