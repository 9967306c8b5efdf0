/**
 * What is planted into a copy of a stack on Node, so that it becomes slower by a known share: `node --require ./planted.js server.js`, with planted.json
 * beside it saying how. Planted.java does the same on the JVM.
 */
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

/** @type {{ harm: string, share: number, everyMillis: number, paths: string }} */
const { harm, share, everyMillis, paths } = JSON.parse(
  fs.readFileSync(path.join(__dirname, 'planted.json'), 'utf8'),
);

/** A slice of 0.15 s has more, however much is planted: where it has not, nothing is learned any more. */
const LEARN_EVERY = 100;
/** Of so many windows one is left as it is, to learn what a request costs without us. */
const BARE_EVERY = 4;
/** Requests after a change between bare and not, of which some were begun before it. */
const SETTLE = 50;
const ALL = BARE_EVERY * LEARN_EVERY + 2 * SETTLE;
const BARE = LEARN_EVERY + SETTLE;
/** What a request that is not bare costs more, in what it costs bare, so that all together cost 1 / (1 - share). */
const MORE = ((share / (1 - share)) * ALL) / (ALL - BARE);
/** One window of some milliseconds tells little. */
const REMEMBERED = 25;
/** What the server does between two slices is no cost of these requests; on a busy machine it waits for some time within one. */
const PAUSE_MILLIS = 100;
/** What is done in less than that is mostly the asking of the clock. */
const LEAST_MILLIS = 0.02;
const KEPT_OBJECTS = 1_000;
const ROWS = 100;
/** A stack has it by way of its workloads. */
const SQLITE = 'better-sqlite3';
const SQLITE_OWNER = '@loadline/workloads';

/** Spends at least so much time on one thing. @typedef {(millis: number) => void} Spend */

/** @type {Record<string, () => () => void>} */
const HARMS = {
  cpu: () => dearer(burns()),
  allocation: () => dearer(allocates()),
  query: () => dearer(queries()),
  lock: blocks,
  stall: blocks,
};

/**
 * The process's own clock: by that of the wall, what others on the machine use would count as spent.
 *
 * @returns {number} milliseconds of CPU time
 */
function cpuMillis() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @returns {Spend} */
function burns() {
  return (millis) => {
    const until = cpuMillis() + millis;
    while (cpuMillis() < until);
  };
}

/** @returns {Spend} what is allocated lives for a while, as it does in a cache without need */
function allocates() {
  /** @type {unknown[]} */
  const kept = new Array(KEPT_OBJECTS);
  let next = 0;
  return (millis) => {
    const until = cpuMillis() + millis;
    while (cpuMillis() < until) {
      kept[next] = { text: `${next}`, numbers: [next, next, next, next] };
      next = (next + 1) % KEPT_OBJECTS;
    }
  };
}

/** @returns {Spend} queries that the answer does not need, as one for each row of a list */
function queries() {
  const Database = require(require.resolve(SQLITE, { paths: [require.resolve(SQLITE_OWNER)] }));
  const database = new Database(':memory:');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)');
  for (let row = 0; row < ROWS; row++) insert.run(`row ${row}`);
  const select = database.prepare('SELECT text FROM rows WHERE id = ?');
  let asked = 0;
  return (millis) => {
    const until = cpuMillis() + millis;
    do select.get(1 + (asked++ % ROWS));
    while (cpuMillis() < until);
  };
}

/**
 * Makes requests dearer by a share of what they cost without us, whatever the machine. What is owed is spent in lumps, since a clock that is asked for a
 * microsecond's sake costs as much itself.
 *
 * @param {Spend} spend
 */
function dearer(spend) {
  /** @type {number[]} milliseconds of CPU time that a bare request cost */
  let costs = [];
  let windows = 0;
  let asked = 0;
  let last = -Infinity;
  let owed = 0;
  let more = 0;
  let before = cpuMillis();
  const isBare = () => windows % BARE_EVERY === 0;
  const begin = (/** @type {number} */ settle) => {
    asked = -settle;
    before = cpuMillis();
  };
  const learn = () => {
    const wasBare = isBare();
    if (wasBare) costs = [...costs, (cpuMillis() - before) / LEARN_EVERY].slice(-REMEMBERED);
    windows += 1;
    more = isBare() ? 0 : MORE * median(costs);
    begin(isBare() === wasBare ? 0 : SETTLE);
  };
  return () => {
    const began = performance.now();
    if (began - last > PAUSE_MILLIS) begin(0);
    last = began;
    owed += more;
    if (owed >= LEAST_MILLIS) {
      const own = cpuMillis();
      spend(owed);
      owed -= cpuMillis() - own;
      last = performance.now();
    }
    asked += 1;
    if (asked === 0) begin(0);
    else if (asked === LEARN_EVERY) learn();
  };
}

/** Holds all requests up for a share of the time, as a lock does that a thread beside keeps for that long. No CPU time is used. */
function blocks() {
  const nobodyOpens = new Int32Array(new SharedArrayBuffer(4));
  let due = 0;
  return () => {
    const began = performance.now();
    if (share === 0 || began < due) return;
    Atomics.wait(nobodyOpens, 0, 0, share * everyMillis);
    const now = performance.now();
    due = now + ((now - began) * (1 - share)) / share;
  };
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}

const planted = new RegExp(paths);
const harmed = HARMS[harm]();
const { emit } = http.Server.prototype;

/**
 * @this {http.Server}
 * @param {string} event
 * @param {any[]} args
 */
function plantedEmit(event, ...args) {
  if (event === 'request' && planted.test(args[0].url)) harmed();
  return Reflect.apply(emit, this, [event, ...args]);
}

http.Server.prototype.emit = plantedEmit;
