/** How Jest finds and runs the Node side's tests: the harness's own, and the contracts against every stack. */
'use strict';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // The laboratory keeps a copy of the house there.
  modulePathIgnorePatterns: ['<rootDir>/.cache/'],
  // What runs is what is written: nothing is to be compiled.
  transform: {},
  testMatch: [
    '<rootDir>/node/harness/test/**/*.test.js',
    '<rootDir>/node/laboratory/test/**/*.test.js',
    '<rootDir>/node/servers/*/test/**/*.test.js',
    '<rootDir>/node/tests/**/*.test.js',
  ],
  // They measure, and run alone: jest.performance.config.js.
  testPathIgnorePatterns: [
    '/node_modules/',
    '/(performance|judged|deceptions|compare-interrupted|planted-stacks|server-under-test)[.]test[.]js$',
  ],
  globalSetup: '<rootDir>/node/tests/start-services.js',
  globalTeardown: '<rootDir>/node/tests/stop-services.js',
  testSequencer: '<rootDir>/node/tests/test-order.js',
  // A machine that others share may stand still for longer than the 5 s that Jest gives a test.
  testTimeout: 30_000,
  // Much of the contracts is waiting: three of them at a time, and two that compute (test-order.js). More would measure each other: with six
  // that wait, on a machine at half its speed, a hundred clients at once waited for longer than their service has time.
  maxWorkers: 5,
};
