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

/** Requests from one reading of the CPU time to the next: a slice has more, however slow the server. */
const WINDOW = 50;
/** How much the cost of one window counts beside that of those before. */
const WEIGHT = 0.05;
/** What the server does between two slices is no cost of these requests; on a busy machine it waits for some time within one. */
const PAUSE_MILLIS = 100;
/** What is done in less than that is mostly the asking of the clocks. */
const LEAST_MILLIS = 0.05;
const KEPT_OBJECTS = 1_000;
const ROWS = 100;
/** A stack has it by way of its workloads. */
const SQLITE = 'better-sqlite3';
const SQLITE_OWNER = '@loadline/workloads';

/** @type {Record<string, () => () => void>} */
const HARMS = {
  cpu: () => dearer(() => {}),
  allocation: () => dearer(allocates()),
  query: () => dearer(queries()),
  lock: blocks,
  stall: blocks,
};

/** @returns {() => void} what is allocated lives for a while, as it does in a cache without need */
function allocates() {
  /** @type {unknown[]} */
  const kept = new Array(KEPT_OBJECTS);
  let next = 0;
  return () => {
    kept[next] = { text: `${next}`, numbers: [next, next, next, next] };
    next = (next + 1) % KEPT_OBJECTS;
  };
}

/** @returns {() => void} a query that the answer does not need, as one for each row of a list */
function queries() {
  const Database = require(require.resolve(SQLITE, { paths: [require.resolve(SQLITE_OWNER)] }));
  const database = new Database(':memory:');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)');
  for (let row = 0; row < ROWS; row++) insert.run(`row ${row}`);
  const select = database.prepare('SELECT text FROM rows WHERE id = ?');
  let asked = 0;
  return () => void select.get(1 + (asked++ % ROWS));
}

/**
 * Makes requests dearer, so that a share of the throughput is lost, whatever the machine: each spends so much more as that is of what it costs in CPU time
 * without that. What is owed is spent in lumps, since a clock that is asked for a microsecond's sake costs as much itself.
 *
 * @param {() => void} step of what is spent
 */
function dearer(step) {
  let cost = 0;
  let asked = 0;
  let last = -Infinity;
  let before = 0;
  let spent = 0;
  let owed = 0;
  const begin = () => {
    asked = 0;
    spent = 0;
    before = cpuMillis();
  };
  return () => {
    if (performance.now() - last > PAUSE_MILLIS) begin();
    owed += (cost * share) / (1 - share);
    if (owed >= LEAST_MILLIS) {
      const done = spend(step, owed);
      owed -= done;
      spent += done;
    }
    last = performance.now();
    asked += 1;
    if (asked < WINDOW) return;
    const own = (cpuMillis() - before - spent) / WINDOW;
    cost = cost === 0 ? own : cost + WEIGHT * (own - cost);
    begin();
  };
}

/** @returns {number} milliseconds of CPU time that the process has used */
function cpuMillis() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * For so long by the clock of the wall, which is read without a system call: those that tell the CPU time make all that follows slower. Who is interrupted
 * has spent less than that, and owes the rest.
 *
 * @param {() => void} step
 * @param {number} millis
 * @returns {number} milliseconds of CPU time that were spent
 */
function spend(step, millis) {
  const before = cpuMillis();
  const until = performance.now() + millis;
  do step();
  while (performance.now() < until);
  return cpuMillis() - before;
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
