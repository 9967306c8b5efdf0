/** A small house under git with one server on Node, and what stands for `loadline compare` in it. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const SCHEMA = 'contracts/schema/stack.schema.json';
const FAKE_COMPARE = path.join(__dirname, 'fake-compare.js');
const NOBODY = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@localhost'];
const SERVER = `'use strict';
const http = require('node:http');
let sum = 0;
http.createServer((request, response) => {
  const { user, system } = process.cpuUsage();
  if (request.url === '/cpu') return void response.end(String(user + system));
  const until = performance.now() + 0.2;
  while (performance.now() < until) sum += 1;
  response.end('hello');
}).listen(Number(process.env.PORT), '127.0.0.1', function () { console.log(this.address().port); });
`;

/** @returns {{ folder: string, root: string, commit: () => string, remove: () => void }} */
function buildSmallHouse() {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'small house '));
  const root = path.join(folder, 'house');
  write(root, SCHEMA, fs.readFileSync(path.join(ROOT, SCHEMA), 'utf8'));
  write(root, 'node/servers/stacks.json', '["small"]');
  write(root, 'node/servers/small/server.js', SERVER);
  const stack = {
    id: 'node/small',
    language: 'node',
    description: 'A small server',
    command: ['node', 'server.js'],
    workloads: ['hello'],
  };
  write(root, 'node/servers/small/stack.json', JSON.stringify(stack));
  git(root, 'init', '--quiet');
  const commit = () => {
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--allow-empty', '--message', 'small');
    return git(root, 'rev-parse', 'HEAD');
  };
  commit();
  return {
    folder,
    root,
    commit,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} text
 */
function write(root, file, text) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, ...args) {
  return execFileSync('git', [...NOBODY, ...args], { cwd, encoding: 'utf8' }).trim();
}

/** @returns {any} settings of a study of the small house */
function smallSettings() {
  const own = { stack: 'node/small', workloads: ['hello'], runs: 2 };
  return {
    description: 'A small study.',
    seed: 1,
    minutes: 1,
    conditions: [
      { name: 'unchanged', ...own },
      {
        name: 'harmed',
        ...own,
        expects: ['hello.throughput'],
        plant: { harm: 'cpu', share: 0.2 },
      },
    ],
  };
}

module.exports = { buildSmallHouse, FAKE_COMPARE, git, smallSettings };
