/** A Redis of a test's own, which can be killed and started again on its port. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { startServicesNow } = require('../../src/services');
const { until } = require('./run-loadline');

const HOUSE = path.resolve(__dirname, '../../../..');
const NO_DOCKER = { DOCKER_HOST: 'tcp://127.0.0.1:1' };
/** As Redis names itself, once it has read its settings: `redis-server 127.0.0.1:6379`. */
const TITLE = /(?:redis|valkey)-server\S* \S+:(\d+)/;

/** It keeps nothing. */
class OwnRedis {
  #services;
  #pid = 0;
  #program = '';

  /** Starts the installed one or the embedded one, whose processes are to be found here. */
  constructor() {
    Object.assign(process.env, NO_DOCKER);
    delete process.env.REDIS_URL;
    this.#services = startServicesNow(['redis'], { root: HOUSE });
    const { url, notRun } = this.#services.of('redis');
    /** Why there is none; null when it runs. */
    this.notRun = notRun;
    this.url = String(url);
    this.port = url === null ? 0 : Number(new URL(url).port);
    if (url === null) return;
    this.#pid = Number(redisProcesses().find(({ port }) => port === this.port)?.pid);
    this.#program = fs.readlinkSync(`/proc/${this.#pid}/exe`);
  }

  async up() {
    const where = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', os.tmpdir()];
    const child = spawn(this.#program, [...where, '--save', '', '--appendonly', 'no']);
    this.#pid = Number(child.pid);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    await until(() => output.includes('Ready to accept connections'), 'the start of Redis');
  }

  async kill() {
    if (commandLine(this.#pid) === '') return;
    process.kill(this.#pid, 'SIGKILL');
    await until(() => commandLine(this.#pid) === '', 'the end of Redis');
  }

  /** Ends it for good. */
  async stop() {
    if (this.notRun === null) await this.kill();
    await this.#services.stop();
  }
}

/** @returns {{ pid: number, port: number }[]} every Redis of this machine */
function redisProcesses() {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const port = TITLE.exec(commandLine(Number(pid)))?.[1];
      return port ? [{ pid: Number(pid), port: Number(port) }] : [];
    });
}

/**
 * @param {number} pid
 * @returns {string} empty when the process has ended, or is somebody else's
 */
function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

module.exports = { NO_DOCKER, OwnRedis, redisProcesses };
