/** Deceives the suite: every server that is broken on purpose is caught by the cases that it should be caught by. */
'use strict';

const { startServer } = require('../../src/stacks');
const { expectCaught, titled, variantOf } = require('./deception');

/** @type {import('./deception').Deception[]} */
const DECEPTIONS = [
  {
    fault: 'hash-of-code-points',
    runs: ['hash'],
    caught: {
      'hash.non-bmp': ['"1772899"', '"128512"'],
      'hash.mixed': ['"1793370784"', '"126423067"'],
    },
  },
  {
    fault: 'fibonacci-shifted',
    runs: ['fibonacci'],
    caught: {
      'fibonacci.n-0': ['"0"', '"1"'],
      'fibonacci.n-2': ['"1"', '"2"'],
      'fibonacci.n-10': ['"55"', '"89"'],
      'fibonacci.n-20': ['"6765"', '"10946"'],
      'fibonacci.n-30': ['"832040"', '"1346269"'],
    },
  },
  {
    fault: 'fibonacci-on-event-loop',
    runs: ['fibonacci'],
    caught: {},
  },
  {
    fault: 'fibonacci-on-event-loop',
    runs: ['fibonacci.no-stall'],
    caught: {
      'fibonacci.no-stall': ['hold while 50 connections wait', 'no answer within 5000 ms'],
    },
  },
  {
    fault: 'md5-of-first-chunk',
    runs: ['upload.text', 'upload.empty', 'upload.mebibyte', 'upload.chunked-small'],
    caught: {
      'upload.mebibyte': ['body /md5 "b6d81b360a5672d80c27430f39153e2c"', 'body /md5 "'],
      'upload.chunked-small': [
        'body /md5 "ed076287532e86365e841e92bfc50d8c"',
        'body /md5 "6b6e667a40e816c4da7bb4ab64cbb82b',
      ],
    },
  },
  {
    fault: 'upload-in-memory',
    runs: ['upload.text', 'upload.file-in-flight', 'upload.memory'],
    caught: { 'upload.memory': ['at most 64 MiB', 'growth of resident memory'] },
  },
  {
    fault: 'upload-left-when-aborted',
    runs: ['upload.text', 'upload.file-in-flight', 'upload.aborted'],
    caught: { 'upload.aborted': ['temporary files since the case began 0', 'began 1'] },
  },
  {
    fault: 'uploads-share-a-file',
    runs: ['upload.text', 'upload.file-in-flight', 'upload.interleaved'],
    caught: { 'upload.interleaved': ['temporary files since the case began 2', 'began 1'] },
  },
  {
    fault: 'html-unescaped',
    runs: ['todos'],
    caught: { 'todos.escape-html': ['body without "<script>alert"', '<h2><script>alert('] },
  },
  {
    fault: 'echo-as-text',
    runs: ['echo.text', 'echo.binary', 'echo.binary-of-text', 'echo.fragments', 'echo.ping'],
    caught: {
      'echo.binary': ['binary 4 bytes 00ff800a', 'text 8 bytes 00efbfbdefbfbd0a'],
      'echo.binary-of-text': ['binary "Hello World!"', 'text "Hello World!"'],
    },
  },
  {
    fault: 'echo-without-waiting',
    runs: ['echo'],
    caught: {},
  },
  {
    fault: 'echo-without-waiting',
    runs: ['echo.unread'],
    caught: { 'echo.unread': ['at most 64 MiB accepted', '200.0 MiB accepted'] },
  },
  {
    fault: 'echo-swallows-fragments',
    runs: ['echo'],
    caught: {
      'echo.fragments': ['text "Hello World!"', 'text "Hel"'],
      'echo.fragments-binary': ['binary 3 bytes 00ff80', 'binary 2 bytes 00ff'],
      'echo.fragments-within-letter': ['text "é"', 'close 1007'],
      'echo.fragments-slow': ['text "Hello World!"', 'text "Hello "'],
    },
  },
  {
    fault: 'echo-closes-with-1000',
    runs: ['echo.text', 'echo.close', 'echo.close-away', 'echo.not-utf8', 'echo.unmasked'],
    caught: {
      'echo.close-away': ['close 1001', 'close 1000'],
      'echo.not-utf8': ['close 1007', 'close 1000'],
      'echo.unmasked': ['close 1002', 'close 1000'],
    },
  },
  {
    fault: 'stream-without-waiting',
    runs: ['stream.items', 'stream.paused'],
    caught: { 'stream.paused': ['state paused', 'state flowing'] },
  },
  {
    fault: 'stream-held-in-memory',
    runs: ['stream.items', 'stream.paused'],
    caught: { 'stream.paused': ['at most 64 MiB', 'growth of resident memory'] },
  },
  {
    fault: 'stream-drops-after-pause',
    runs: ['stream.items', 'stream.paused-again'],
    caught: { 'stream.paused-again': ['a line that starts with {"seq":', '{\\"seq\\":'] },
  },
  {
    fault: 'stream-outlives-consumer',
    runs: ['stream.items', 'stream.vanished-paused'],
    caught: { 'stream.vanished-paused': ['state cancelled', 'state '] },
  },
  {
    fault: 'ignores-sigterm',
    runs: ['process.health', 'process.stop'],
    caught: { 'process.stop': ['exit code 0', 'did not end within 6000 ms of SIGTERM'] },
  },
  {
    fault: 'exits-with-1',
    runs: ['process.health', 'process.stop'],
    caught: { 'process.stop': ['exit code 0', 'exit code 1'] },
  },
  {
    fault: 'leaves-files',
    runs: ['process.health', 'process.stop'],
    caught: { 'process.stop': ['nothing', 'temporary file upload-'] },
  },
  {
    fault: 'ok-to-everything',
    runs: ['process.health', 'process.unknown-path', 'hello.get', 'hash.missing', 'upload.text'],
    caught: {
      'process.unknown-path': ['status 404', 'status 200'],
      'hello.get': ['body "Hello World!"', 'body "{\\"status\\":\\"up\\"}"'],
      'hash.missing': ['status 400', 'status 200'],
      'upload.text': ['body /bytes 12', 'body /status "up"'],
    },
  },
  {
    fault: 'hangs-on-empty-hash',
    runs: ['hash'],
    timeoutMillis: 1_000,
    caught: { 'hash.empty': ['an answer', 'no answer within 1000 ms'] },
  },
  {
    fault: 'dies-in-the-middle',
    runs: ['fibonacci'],
    caught: { 'fibonacci.n-2': ['an answer', 'ended by itself: exit code 7'] },
  },
  {
    fault: 'stack-trace',
    runs: ['upload.text', 'upload.handler-fails', 'process.unknown-path'],
    caught: { 'upload.handler-fails': ['body without "    at "', 'ENOENT'] },
  },
  {
    fault: 'text-as-html',
    runs: ['hello.get', 'hello.wrong-method', 'process.health'],
    caught: { 'hello.get': ['text/plain; charset=utf-8', 'text/html; charset=utf-8'] },
  },
  {
    fault: 'framework-banner',
    runs: ['hello.get', 'process.unknown-path'],
    caught: {
      'hello.get': ['header x-powered-by absent', '"Express"'],
      'process.unknown-path': ['header x-powered-by absent', '"Express"'],
    },
  },
  {
    fault: 'no-allow',
    runs: ['hello'],
    caught: {
      'hello.wrong-method': ['header allow the list GET, HEAD', 'header allow absent'],
      'hello.wrong-method-body': ['header allow the list GET, HEAD', 'header allow absent'],
    },
  },
];

describe('a broken server', () => {
  test.each(DECEPTIONS.map(titled))('$title', (deception) => expectCaught(deception), 60_000);

  test('that never gets ready is given up, with what it answers', async () => {
    const starting = startServer(variantOf('faults/never-ready.js'), { readyWithinMillis: 4_000 });
    await expect(starting).rejects.toThrow(
      /broken\/never-ready was not ready within 4000 ms\n +expected .*"up".*\n +actual +503 \{"status":"starting"\}/,
    );
  }, 60_000);

  test('that exits at start is given up at once, with what it wrote', async () => {
    const starting = startServer(variantOf('faults/exits-at-start.js'));
    await expect(starting).rejects.toThrow(
      /broken\/exits-at-start ended before it was ready\n +expected .*\n +actual +exit code 3\n[\s\S]*The configuration is missing\./,
    );
  });
});
