/** Deceives the suite about services: every server that uses them badly is caught by the cases that it should be caught by. */
'use strict';

const { expectCaught, missingFor, servicesForTests, testUnless, titled } = require('./deception');

/** @type {import('./deception').Deception[]} */
const DECEPTIONS = [
  {
    fault: 'cache-in-memory',
    runs: ['cache', 'cache.restart'],
    caught: { 'cache.restart': ['status 200', 'status 404'] },
  },
  {
    fault: 'cache-remembers',
    runs: ['cache', 'cache.restart', 'cache.service-down', 'cache.service-down-known'],
    caught: { 'cache.service-down-known': ['status 503', 'status 200'] },
  },
  {
    fault: 'records-in-memory',
    runs: ['records', 'records.restart'],
    caught: { 'records.restart': ['status 200', 'status 404'] },
  },
  {
    fault: 'record-lost',
    runs: ['records.post-get', 'records.concurrent'],
    caught: { 'records.concurrent': ['status 200', 'status 404'] },
  },
  {
    fault: 'records-mixed-up',
    runs: ['records', 'records.concurrent'],
    caught: { 'records.concurrent': ['body /name "of ', 'body /name "of '] },
  },
  {
    fault: 'connections-leaked',
    runs: ['records.post-get', 'records.get-missing', 'records.get-missing-many'],
    caught: { 'records.get-missing-many': ['status 404', 'status 503'] },
  },
  {
    fault: 'connections-abandoned',
    runs: ['records', 'records.connections-abandoned'],
    caught: { 'records.connections-abandoned': ['status 201', 'status 503'] },
  },
  {
    fault: 'connections-unbounded',
    runs: ['cache.put-get', 'cache.connections-bounded', 'cache.service-silent-many'],
    caught: {
      'cache.connections-bounded': ['at most 64', 'connections to the service since the case'],
      'cache.service-silent-many': ['at most 64', 'connections to the service since the case'],
    },
  },
  {
    fault: 'sql-interpolated',
    runs: ['records'],
    caught: {
      'records.text-backslash': ['body /name "\\\\\' ', 'body /name "\' '],
      'records.text-injection': ['status 201', 'status 503'],
      'records.text-injection-quote': ['status 201', 'status 503'],
    },
  },
  {
    fault: 'text-cut',
    runs: ['records'],
    caught: { 'records.text-255-non-bmp': ['body /name "😀', 'body /name "😀'] },
  },
  {
    fault: 'text-trimmed',
    runs: ['records', 'messages'],
    caught: {
      'records.text-white-space': ['body /name "  a \\t "', 'body /name "a"'],
      'records.text-injection-quote': ['(SELECT 1)) -- "', '(SELECT 1)) --"'],
      'messages.text-white-space': ['body /content "  a \\t "', 'body /content "a"'],
      'messages.text-injection-quote': ['(SELECT 1)) -- "', '(SELECT 1)) --"'],
    },
  },
  {
    fault: 'half-pairs',
    runs: ['records', 'messages'],
    caught: {
      'records.text-lone-surrogate': ['status 400', 'status 201'],
      'messages.text-lone-surrogate': ['status 400', 'status 201'],
    },
  },
  {
    fault: 'json-not-utf8',
    runs: ['records', 'messages'],
    caught: {
      'records.json-not-utf8': ['status 400', 'status 201'],
      'messages.json-not-utf8': ['status 400', 'status 201'],
    },
  },
  {
    fault: 'json-trailing',
    runs: ['records', 'messages'],
    caught: {
      'records.json-trailing': ['status 400', 'status 201'],
      'messages.json-trailing': ['status 400', 'status 201'],
    },
  },
  {
    fault: 'time-in-microseconds',
    runs: ['messages'],
    caught: {
      'messages.post-get': ['\\d{3}Z', '000Z'],
      'messages.created-at': ['\\d{3}Z', '000Z'],
      'messages.id-of-body': ['\\d{3}Z', '000Z'],
      'messages.unknown-keys': ['\\d{3}Z', '000Z'],
    },
  },
  {
    fault: 'time-with-offset',
    runs: ['messages'],
    caught: {
      'messages.post-get': ['\\d{3}Z', '+0000'],
      'messages.created-at': ['\\d{3}Z', '+0000'],
      'messages.id-of-body': ['\\d{3}Z', '+0000'],
      'messages.unknown-keys': ['\\d{3}Z', '+0000'],
    },
  },
  {
    fault: 'waits-for-ever',
    runs: ['cache.put-get', 'cache.service-silent', 'cache.stop-while-silent'],
    timeoutMillis: 6_000,
    caught: {
      'cache.service-silent': ['an answer within 5000 ms', 'no answer within 6000 ms'],
      'cache.stop-while-silent': ['hold while 4 connections wait', 'no answer within 6000 ms'],
    },
  },
  {
    fault: 'never-recovers',
    runs: ['cache', 'cache.service-down'],
    caught: { 'cache.service-down': ['status 204', 'status 503'] },
  },
  {
    fault: 'connects-once',
    runs: ['messages', 'messages.service-down', 'messages.service-down-at-start'],
    caught: { 'messages.service-down-at-start': ['status 201', 'status 503'] },
  },
  {
    fault: 'dies-with-service',
    runs: ['cache', 'cache.service-down'],
    caught: { 'cache.service-down': ['an answer', 'ended by itself: exit code 1'] },
  },
  {
    fault: 'exits-without-service',
    runs: ['cache.put-get', 'cache.restart', 'cache.service-down-at-start'],
    caught: {
      'cache.service-down-at-start': ['a server that starts again', 'ended before it was'],
    },
  },
  {
    fault: 'asks-before-validating',
    runs: ['records', 'records.service-down'],
    caught: { 'records.service-down': ['status 400', 'status 503'] },
  },
  {
    fault: 'service-as-500',
    runs: ['cache.put-get', 'cache.without-url', 'cache.service-down'],
    caught: {
      'cache.without-url': ['status 503', 'status 500'],
      'cache.service-down': ['status 503', 'status 500'],
    },
  },
];

const services = servicesForTests();

describe('a server that uses services badly', () => {
  for (const deception of DECEPTIONS.map(titled)) {
    const reason = missingFor(deception, services);
    const title = reason === null ? deception.title : `${deception.title}: ${reason}`;
    testUnless(reason)(title, () => expectCaught(deception, services), 60_000);
  }
});
