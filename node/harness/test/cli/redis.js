/** A Redis of a test's own, which can be killed and started again on its port. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { until } = require('./run-loadline');

const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];

/** @returns {string | null} the program, where one is installed */
function findRedis() {
  const files = FOLDERS.flatMap((folder) =>
    ['redis-server', 'valkey-server'].map((name) => path.join(folder, name)),
  );
  return files.find((file) => fs.existsSync(file)) ?? null;
}

/** It listens on a free port, and keeps nothing. */
class OwnRedis {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {number} port */
  constructor(port) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start() {
    const redis = new OwnRedis(await freePort());
    await redis.up();
    return redis;
  }

  async up() {
    const where = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', os.tmpdir()];
    const child = spawn(String(findRedis()), [...where, '--save', '', '--appendonly', 'no']);
    this.#child = child;
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    await until(() => output.includes('Ready to accept connections'), 'the start of Redis');
  }

  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

module.exports = { findRedis, OwnRedis };
