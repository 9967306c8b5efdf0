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

/** Requests from one reading of the clock to the next: a slice has more, however slow the server. */
const WINDOW = 50;
/** Of so many windows the first is left as it is, to learn what a request costs without us. */
const ROUND = 4;
/** What a request of the others is to cost, in what it costs without us, so that all together cost 1 / (1 - share). */
const AIM = (ROUND / (1 - share) - 1) / (ROUND - 1);
/** How much the windows of one round count beside those before. */
const WEIGHT = 0.05;
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
 * How much a request has to spend on top. Where a server is slower its driver sleeps more often, and has to be woken: what is burnt makes the rest dearer
 * too. So it is not reckoned beforehand, but set by what requests cost with it and without.
 *
 * @returns {(cost: number) => number} from what a request of the last window cost, to what one of the next is to spend on top; in milliseconds
 */
function aim() {
  let windows = 0;
  // What requests cost in the windows of this round, and of all rounds so far.
  let bareNow = 0;
  let burdenedNow = 0;
  let bare = 0;
  let burdened = 0;
  // In what a request costs without us.
  let factor = AIM - 1;
  return (cost) => {
    if (windows === 0) {
      bareNow = cost;
      burdenedNow = 0;
    } else {
      burdenedNow += cost / (ROUND - 1);
    }
    windows = (windows + 1) % ROUND;
    if (windows === 0) {
      bare = weighed(bare, bareNow);
      burdened = weighed(burdened, burdenedNow);
      factor = Math.max(0, factor + WEIGHT * (AIM - burdened / bare));
    }
    return windows === 0 ? 0 : factor * bareNow;
  };
}

/**
 * @param {number} known 0 when nothing is
 * @param {number} cost
 */
function weighed(known, cost) {
  return known === 0 ? cost : known + WEIGHT * (cost - known);
}

/**
 * Makes requests dearer, so that a share of the throughput is lost, whatever the machine. What is owed is spent in lumps, since a clock that is asked for a
 * microsecond's sake costs as much itself.
 *
 * @param {Spend} spend
 */
function dearer(spend) {
  const moreAfter = aim();
  let asked = 0;
  let last = -Infinity;
  let before = 0;
  let more = 0;
  let owed = 0;
  const begin = () => {
    asked = 0;
    before = cpuMillis();
  };
  return () => {
    if (performance.now() - last > PAUSE_MILLIS) begin();
    owed += more;
    if (owed >= LEAST_MILLIS) {
      const own = cpuMillis();
      spend(owed);
      owed -= cpuMillis() - own;
    }
    last = performance.now();
    asked += 1;
    if (asked < WINDOW) return;
    more = moreAfter((cpuMillis() - before) / WINDOW);
    begin();
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
