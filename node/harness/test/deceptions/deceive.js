/**
 * Makes a real server bad in one way, from outside: `node --require deceive.js server.js`, with DECEPTION saying which way and
 * DECEIVED_PATHS which requests, as a regular expression (all but health).
 */
'use strict';

const http = require('node:http');
const { median } = require('../../src/measure/steady');

const { DECEPTION = '', DECEIVED_PATHS = '^/' } = process.env;

/** Of the throughput. */
const LEFT = 0.65;
/** A slice of 0.15 s has more, however much is burnt: where it has not, nothing is learned any more. */
const LEARN_EVERY = 100;
/** Of so many windows one is left as it is, to learn what a request costs without us. */
const BARE_EVERY = 4;
/** Requests after a change between bare and not, of which some were begun before it. */
const SETTLE = 50;
const ALL = BARE_EVERY * LEARN_EVERY + 2 * SETTLE;
const BARE = LEARN_EVERY + SETTLE;
/** How many times as much a request has to cost where we burn, so that all together cost 1 / LEFT. */
const COSTLIER = (ALL / LEFT - BARE) / (ALL - BARE);
/** One window of some milliseconds tells little. */
const REMEMBERED = 9;
/** What the server does between two slices, for others, is no cost of these requests. */
const PAUSE_MILLIS = 20;
const FREEZE_EVERY_MILLIS = 1_000;
const FREEZE_MILLIS = 30;
const WRONG_EVERY = 10_000;
const ERROR_EVERY = 1_000;
/** Of load, in each process anew: it is warm after two to five seconds, and sixty blocks take some twenty-four. */
const SLOW_AFTER_MILLIS = 15_000;
/** Between two requests nobody sends any. */
const UNLOADED_MILLIS = 50;
/** What every second of load adds to the cost of a request, which is less than a tenth of a millisecond. */
const WEAR_MILLIS = 0.004;
const LEAK_BYTES = 8_192;
const MANY_CONNECTIONS = 20;

/**
 * What is done with a request before the server sees it.
 *
 * @typedef {(request: http.IncomingMessage, response: http.ServerResponse) => void | 'answered'} Deed
 */

/** @type {Record<string, () => Deed>} */
const DECEPTIONS = {
  burns,
  freezes,
  wrongBody,
  oneError,
  fast500,
  slowsDown,
  wears,
  leaks,
  crowded,
};

/**
 * @param {number} millis
 * @returns {number} when it ended
 */
function burn(millis) {
  const until = performance.now() + millis;
  let now;
  do now = performance.now();
  while (now < until);
  return now;
}

/**
 * Burns as much CPU time as it takes that a request costs 1 / LEFT of what it costs without, whatever the machine. A fixed share of its cost would
 * not do: a server that lets its client wait has to wake it for every answer, which on one machine costs next to nothing and on another as much again.
 * What was learned of a cold server is forgotten as soon as it is warm.
 */
function burns() {
  const bare = new LastFew();
  const own = new LastFew();
  let millis = 0;
  let windows = 0;
  let asked = 0;
  let last = -Infinity;
  let before = process.cpuUsage();
  const isBare = () => windows % BARE_EVERY === 0;
  const begin = (/** @type {number} */ settle) => {
    asked = -settle;
    before = process.cpuUsage();
  };
  const learn = () => {
    const { user, system } = process.cpuUsage(before);
    const cost = (user + system) / 1000 / LEARN_EVERY;
    const wasBare = isBare();
    if (wasBare) bare.add(cost);
    else own.add(cost - millis);
    windows += 1;
    millis = isBare() ? 0 : Math.max(0, COSTLIER * bare.median - own.median);
    begin(isBare() === wasBare ? 0 : SETTLE);
  };
  return () => {
    const began = performance.now();
    if (began - last > PAUSE_MILLIS) begin(0);
    // What asks the clock slows the bare windows, by which the others are measured.
    last = millis === 0 ? began : burn(millis);
    asked += 1;
    if (asked === 0) begin(0);
    else if (asked === LEARN_EVERY) learn();
  };
}

class LastFew {
  /** @type {number[]} */
  #values = [];

  /** @param {number} value */
  add(value) {
    this.#values = [...this.#values, value].slice(-REMEMBERED);
  }

  /** @returns {number} 0 while nothing is known */
  get median() {
    return this.#values.length === 0 ? 0 : median(this.#values);
  }
}

/** Under load alone, so that requests of other paths are not frozen. */
function freezes() {
  let last = performance.now();
  return () => {
    if (performance.now() - last > FREEZE_EVERY_MILLIS) last = burn(FREEZE_MILLIS);
  };
}

/** @returns {Deed} */
function wrongBody() {
  let asked = 0;
  return (_request, response) => {
    if (++asked % WRONG_EVERY !== 0) return;
    const { end } = response;
    response.end = (/** @type {any} */ body) => {
      const wrong = Buffer.from(body);
      wrong[0] ^= 1;
      return end.call(response, wrong, 'utf8');
    };
  };
}

/** @param {http.ServerResponse} response */
function fail(response) {
  response.statusCode = 500;
  response.end('no luck');
  return /** @type {const} */ ('answered');
}

/** @returns {Deed} */
function oneError() {
  let asked = 0;
  return (_request, response) => (++asked % ERROR_EVERY === 0 ? fail(response) : undefined);
}

/** @returns {Deed} */
function fast500() {
  return (_request, response) => fail(response);
}

/** @returns {Deed} */
function slowsDown() {
  const loaded = loadedMillis();
  const slow = burns();
  return () => {
    if (loaded() > SLOW_AFTER_MILLIS) slow();
  };
}

/** @returns {Deed} as a list does that every request adds to and looks through */
function wears() {
  const loaded = loadedMillis();
  return () => void burn((WEAR_MILLIS * loaded()) / 1_000);
}

/** @returns {() => number} to be called at each request: for how long there were some, in milliseconds */
function loadedMillis() {
  let last = performance.now();
  let all = 0;
  return () => {
    const now = performance.now();
    if (now - last < UNLOADED_MILLIS) all += now - last;
    last = now;
    return all;
  };
}

/** @returns {Deed} */
function leaks() {
  /** @type {Buffer[]} */
  const kept = [];
  return () => void kept.push(Buffer.alloc(LEAK_BYTES, 1));
}

/** @returns {Deed} */
function crowded() {
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  const slow = burns();
  return ({ socket }) => {
    if (!open.has(socket)) socket.once('close', () => open.delete(socket));
    open.add(socket);
    if (open.size > MANY_CONNECTIONS) slow();
  };
}

const deceived = new RegExp(DECEIVED_PATHS);
const deed = DECEPTIONS[DECEPTION]();
const { emit } = http.Server.prototype;

/**
 * @this {http.Server}
 * @param {string} event
 * @param {any[]} args
 */
function deceivingEmit(event, ...args) {
  const [request, response] = args;
  const isDeceived = event === 'request' && request.url !== '/health' && deceived.test(request.url);
  if (isDeceived && deed(request, response) === 'answered') return true;
  return Reflect.apply(emit, this, [event, ...args]);
}

http.Server.prototype.emit = deceivingEmit;
