/** Servers whose latency is known, to hold drivers against: one that answers after so long, one that freezes. */
'use strict';

const http = require('node:http');
const { performance } = require('node:perf_hooks');

const SECOND_MILLIS = 1000;
const BODY = 'Hello World!';

/** What these servers answer, as a load of a contract. */
const EXCHANGES = [
  {
    request: { path: '/hello' },
    response: { status: 200, contentType: 'text/plain; charset=utf-8', body: { text: BODY } },
  },
];

/**
 * @param {number} millis kept to some microseconds, which Node's timers do not
 * @returns {http.Server}
 */
function answersAfter(millis) {
  /** @type {{ response: http.ServerResponse, dueAt: number }[]} */
  const waiting = [];
  const turn = () => {
    const now = performance.now();
    while (waiting.length > 0 && waiting[0].dueAt <= now) answer(waiting.shift()?.response);
    if (waiting.length > 0) setImmediate(turn);
  };
  return http.createServer((_request, response) => {
    waiting.push({ response, dueAt: performance.now() + millis });
    if (waiting.length === 1) turn();
  });
}

/**
 * @param {number} millis of every second
 * @returns {http.Server}
 */
function freezes(millis) {
  const server = http.createServer((_request, response) => answer(response));
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let nextAt = performance.now() + SECOND_MILLIS;
  const freeze = () => {
    Atomics.wait(cell, 0, 0, millis);
    nextAt += SECOND_MILLIS;
    timer = setTimeout(freeze, nextAt - performance.now());
  };
  let timer = setTimeout(freeze, SECOND_MILLIS);
  server.once('close', () => clearTimeout(timer));
  return server;
}

/** @param {http.ServerResponse} [response] */
function answer(response) {
  response?.setHeader('Content-Type', 'text/plain; charset=utf-8').end(BODY);
}

module.exports = { EXCHANGES, answersAfter, freezes };
