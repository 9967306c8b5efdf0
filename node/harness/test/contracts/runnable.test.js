/** Contracts that need a service run when it is there, and tell why when it is not. */
'use strict';

const { missingService, runnable } = require('../../src/contracts');
const { Services } = require('../../src/services');

/** @typedef {import('../../src/contracts/load-contracts').Contract} Contract */
/** @typedef {import('../../src/services/services').Service} Service */

const [hello, cache, records] = [undefined, 'redis', 'mysql'].map(
  (service) =>
    /** @type {Contract} */ (
      /** @type {unknown} */ ({ workload: service ?? 'none', description: '', cases: [], service })
    ),
);

const there = { variable: 'REDIS_URL', url: 'redis://127.0.0.1:1', notRun: null };
const missing = { variable: 'MYSQL_URL', url: null, notRun: 'install mariadb-server' };
const services = new Services(
  /** @type {Service[]} */ ([
    { name: 'redis', source: 'environment', description: 'Redis', ...there },
    { name: 'mysql', source: null, description: 'MySQL', ...missing },
  ]),
  async () => {},
);

test('those without a service always run', () => {
  expect(runnable([hello, cache, records], null)).toEqual([hello]);
  expect(missingService(cache, null)).toBe('it needs redis, and there are no services');
});

test('those whose service is there run, and the others say what to install', () => {
  expect(runnable([hello, cache, records], services)).toEqual([hello, cache]);
  expect(missingService(cache, services)).toBeNull();
  expect(missingService(records, services)).toBe('install mariadb-server');
});
