/** A server is started, watched and stopped by the process contract, and nothing outlives it. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { startServer } = require('../../src/stacks');
const { plainVariant } = require('./plain-variant');

/**
 * @param {number} pid
 * @returns {boolean}
 */
function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {() => boolean} condition
 * @returns {Promise<boolean>} whether it has come true within 5 s
 */
async function comesTrue(condition) {
  for (let left = 250; left > 0 && !condition(); left--) await sleep(20);
  return condition();
}

describe('a server that behaves', () => {
  test('answers at its base URL, in a temporary folder of its own, and stops with 0', async () => {
    const server = await startServer(plainVariant());
    expect((await fetch(`${server.baseUrl}/health`)).status).toBe(200);
    expect(fs.readdirSync(server.temporaryFolder)).toEqual([]);
    expect(server.running).toBe(true);
    expect(server.pids()).toEqual([server.pid]);
    expect(server.residentBytes()).toBeGreaterThan(10_000_000);
    const stopped = await server.stop();
    expect(stopped).toMatchObject({ exitCode: 0, signal: null, leftBehind: [] });
    expect(server.running).toBe(false);
    expect(fs.existsSync(server.temporaryFolder)).toBe(false);
    expect(await server.stop()).toBe(stopped);
  });

  test('is killed without being asked', async () => {
    const server = await startServer(plainVariant());
    await server.kill();
    expect(lives(server.pid)).toBe(false);
    expect(fs.existsSync(server.temporaryFolder)).toBe(false);
  });

  test('can lose its temporary folder for a while', async () => {
    const server = await startServer(plainVariant());
    server.takeTemporaryFolderAway();
    expect(fs.existsSync(server.temporaryFolder)).toBe(false);
    server.bringTemporaryFolderBack();
    expect(fs.existsSync(server.temporaryFolder)).toBe(true);
    expect(await server.stop()).toMatchObject({ leftBehind: [] });
  });
});

describe('a server that does not get ready', () => {
  test('is reported at once with its exit code and last words when it exits', async () => {
    await expect(startServer(plainVariant('exits'))).rejects.toThrow(
      [
        'node/plain ended before it was ready',
        '  expected  a running server',
        '  actual    exit code 3',
        '  it wrote',
        '    | no such option',
      ].join('\n'),
    );
  });

  test.each([
    ['never-up', '503 {"status":"starting"}'],
    ['never-listens', 'ECONNREFUSED'],
  ])('is reported and killed when its time is over (%s)', async (fault, actual) => {
    const starting = startServer(plainVariant(fault), { readyWithinMillis: 1_000 });
    await expect(starting).rejects.toThrow('was not ready within 1000 ms');
    await expect(starting).rejects.toThrow(actual);
  });

  test('is reported when its program is not there', async () => {
    const variant = { ...plainVariant(), command: ['no-such-program'] };
    await expect(startServer(variant)).rejects.toThrow('ENOENT');
  });
});

describe('a server that does not stop properly', () => {
  test('is named and killed when it ignores SIGTERM', async () => {
    const server = await startServer(plainVariant('ignores-sigterm'));
    const { signal, leftBehind } = await server.stop({ withinMillis: 200 });
    expect(signal).toBe('SIGKILL');
    expect(leftBehind).toEqual([`process ${server.pid} (did not end within 200 ms of SIGTERM)`]);
    expect(lives(server.pid)).toBe(false);
  });

  test('is told by its exit code', async () => {
    const server = await startServer(plainVariant('exits-with-1'));
    expect(await server.stop()).toMatchObject({ exitCode: 1, leftBehind: [] });
  });

  test('is told by the files that it leaves', async () => {
    const server = await startServer(plainVariant('litters'));
    expect((await server.stop()).leftBehind).toEqual(['temporary file left.txt']);
  });

  test('is told by the processes that it leaves, which are killed', async () => {
    const server = await startServer(plainVariant('has-child'));
    const child = server.pids().find((pid) => pid !== server.pid) ?? -1;
    expect((await server.stop()).leftBehind).toEqual([`process ${child}`]);
    expect(await comesTrue(() => !server.pids().includes(child))).toBe(true);
  });
});

describe('a harness that ends', () => {
  test.each(['SIGKILL', 'SIGINT', 'SIGTERM', 'exit', 'throws'])(
    'by %s leaves neither server nor folder',
    async (ending) => {
      const script = path.join(__dirname, 'servers/harness-that-ends.js');
      const harness = spawn(process.execPath, [script, ending], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [line] = await new Promise((resolve) =>
        harness.stdout.once('data', (text) => resolve(String(text).split('\n'))),
      );
      const { pid, folder } = JSON.parse(line);
      if (ending.startsWith('SIG')) harness.kill(/** @type {NodeJS.Signals} */ (ending));
      expect(await comesTrue(() => !fs.existsSync(folder))).toBe(true);
      expect(await comesTrue(() => !lives(pid))).toBe(true);
    },
  );
});
