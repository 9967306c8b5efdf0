/** What several sets of processes say together of whether a server gets worse. */
'use strict';

const { Records } = require('../../src/measure/records');
const { ServerDrift } = require('../../src/measure/server-drift');
const { metricOf } = require('../../src/measure/metric');
const { closedSample, record } = require('./a-block');

const MEBIBYTE = 1024 * 1024;
const BLOCKS = 12;
const WORKLOADS = ['hello', 'hash'];

/** @type {any} */
const LIMIT = { key: 'throughputOfYardstickMin', value: 0.5, pointer: '' };

/**
 * @param {{ loss?: number, mebibytes?: number }[]} sets what each set of processes loses and grows by from block to block
 * @param {number} [blocks] of each workload
 * @returns {ServerDrift}
 */
function shown(sets, blocks = BLOCKS) {
  const records = new Records();
  for (const [at, each] of sets.entries()) {
    for (let block = 1; block <= blocks; block++) {
      for (const workload of WORKLOADS) records.add(blockOf(workload, at + 1, block, each));
    }
  }
  const watched = WORKLOADS.map((workload) => ({
    place: { group: 'node', subject: 'node/a', workload },
    metrics: [metricOf('node/a', workload, LIMIT)],
  }));
  return new ServerDrift(watched, records);
}

/**
 * @param {string} workload
 * @param {number} process
 * @param {number} block
 * @param {{ loss?: number, mebibytes?: number }} set
 */
function blockOf(workload, process, block, { loss = 0, mebibytes = 0 }) {
  const place = { process, block, workload };
  const sample = closedSample({ requestsPerSecond: 10_000 * Math.exp(-loss * block) });
  const residentBytes = (100 + mebibytes * block) * MEBIBYTE;
  const subject = { ...sample, server: { ...sample.server, residentBytes } };
  const reference = { ...place, arm: 'node/yardstick', role: 'reference' };
  return [record({ ...place, sample: subject }), record(reference)];
}

test('what one set of processes shows is to be confirmed by a fresh one', () => {
  const drift = shown([{ loss: 0.04 }]);
  expect(drift.unconfirmed(1)).toEqual(['node/a hello.slowsDown', 'node/a hash.slowsDown']);
  expect(drift.confirmed()).toEqual([]);
});

test('what a fresh one shows again is confirmed, and asked no more', () => {
  const drift = shown([{ loss: 0.04 }, { loss: 0.04 }]);
  expect(drift.unconfirmed(2)).toEqual([]);
  const both = drift.confirmed().map(({ kind, workload }) => [kind, workload]);
  expect(both).toEqual([
    ['slowsDown', 'hello'],
    ['slowsDown', 'hash'],
  ]);
});

test('of three sets two are enough, whichever they are', () => {
  const drift = shown([{ loss: 0.04 }, { mebibytes: 40 }, { loss: 0.04 }]);
  expect(new Set(drift.confirmed().map(({ kind }) => kind))).toEqual(new Set(['slowsDown']));
});

test('what a fresh one does not show is not confirmed', () => {
  expect(shown([{ loss: 0.04, mebibytes: 40 }, {}]).confirmed()).toEqual([]);
});

test('the more workloads there are, the fewer blocks are wanted of each', () => {
  const wanted = [1, 2, 4, 10].map((count) => {
    const watched = Array.from({ length: count }, (_, at) => ({
      place: { group: 'node', subject: 'node/a', workload: `${at}` },
      metrics: [],
    }));
    return blocksWanted(new ServerDrift(watched, new Records()));
  });
  expect(wanted).toEqual([16, 15, 8, 4]);
});

test('what only looks as if it slowed down gets three times as many, and no more once it is plain', () => {
  expect(blocksWanted(shown([{ loss: 0.06 }], 4))).toBe(45);
  expect(blocksWanted(shown([{ loss: 0.04 }], 12))).toBe(15);
  expect(blocksWanted(shown([{ loss: 0.005 }], 4))).toBe(15);
});

/**
 * @param {ServerDrift} drift
 * @returns {number} how many blocks of each workload it has measured at most, of the first set of processes
 */
function blocksWanted(drift) {
  let blocks = 0;
  while (drift.wantsMore(1, blocks)) blocks += 1;
  return blocks;
}

test('where nothing is watched there is none', () => {
  const drift = new ServerDrift([], new Records());
  expect(drift.ofSet(1)).toEqual([]);
  expect(drift.confirmed()).toEqual([]);
});
