/** What the harness adds to the options of a runtime: it reaches the server, and what the machine's user sets counts more. */
'use strict';

const path = require('node:path');
const { startServer } = require('../../src/stacks');
const { runtimeOptionsOf } = require('../../src/stacks/runtime-options');

/** @returns {any} a stack that takes its port, and tells the options it was given on standard error */
function variantTelling(/** @type {'node' | 'java'} */ language) {
  const command = ['node', 'tells-options.js'];
  const folder = path.join(__dirname, 'servers');
  return { id: `${language}/telling`, stack: { language, folder, needs: {} }, env: {}, command };
}

/** @param {'node' | 'java'} language */
async function optionsOf(language) {
  const server = await startServer(variantTelling(language));
  await server.stop();
  return server.stderr();
}

test('a JVM is told to take the machine for one core, before what its user tells it', async () => {
  const before = process.env.JDK_JAVA_OPTIONS;
  process.env.JDK_JAVA_OPTIONS = '-Xmx1g';
  try {
    expect(await optionsOf('java')).toMatch(
      /^-XX:ActiveProcessorCount=1 .*-XX:MaxRAM=384m .*-XX:NewRatio=1 -Xmx1g -Djava\.io\.tmpdir=/,
    );
  } finally {
    if (before === undefined) delete process.env.JDK_JAVA_OPTIONS;
    else process.env.JDK_JAVA_OPTIONS = before;
  }
});

test('Node is told to wait for its compiler, and nothing of a JVM', async () => {
  const told = await optionsOf('node');
  expect(told).toContain('node --no-concurrent-recompilation');
  expect(told).toContain('--no-memory-reducer --heap-growing-percent=200');
  expect(told).not.toContain('-XX');
});

test('what is no command of Node gets no option of it', () => {
  const variant = { ...variantTelling('node'), command: ['npm', 'start'] };
  expect(runtimeOptionsOf(variant)).toEqual([]);
  expect(runtimeOptionsOf(variantTelling('node'))).toContain('--no-concurrent-recompilation');
});
