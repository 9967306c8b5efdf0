/** Makes houses that are git repositories, in temporary folders, with stacks of a few lines. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/stack.schema.json');

/** No test may depend on how git is set up here; submodules come from folders. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_AUTHOR_NAME: 'somebody',
  GIT_AUTHOR_EMAIL: 'somebody@localhost',
  GIT_COMMITTER_NAME: 'somebody',
  GIT_COMMITTER_EMAIL: 'somebody@localhost',
};

/** Says into a file outside that it ran, and makes what git ignores: a module and a link to it, as npm's workspaces have. */
const BUILD = `'use strict';
const fs = require('node:fs');
fs.appendFileSync(process.env.BUILDS, process.cwd() + '\\n');
fs.mkdirSync('node_modules/real', { recursive: true });
fs.writeFileSync('node_modules/real/index.js', 'module.exports = 1;');
fs.symlinkSync('real', 'node_modules/linked');
`;

/** What a test may want in place of git's and the temporary folder's usual settings; undone by `restore`. */
class Surroundings {
  #before = { ...process.env };
  #tmpdir = os.tmpdir;

  constructor() {
    /** Where everything is that a test makes, and its temporary files. */
    this.folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'revisions-'));
    this.temporary = path.join(this.folder, 'temporary');
    fs.mkdirSync(this.temporary);
    Object.assign(process.env, GIT_ENVIRONMENT, {
      TMPDIR: this.temporary,
      BUILDS: path.join(this.folder, 'builds'),
    });
    // It looks at the environment of Jest, of which a test has a copy.
    os.tmpdir = () => this.temporary;
  }

  /** @returns {string[]} where builds have run */
  builds() {
    const file = path.join(this.folder, 'builds');
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  /** @returns {string[]} what is in the folder for temporary files */
  leftOver() {
    return fs.readdirSync(this.temporary);
  }

  /** @throws {Error} temporary files are left */
  restore() {
    const leftOver = this.leftOver();
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.#before);
    os.tmpdir = this.#tmpdir;
    fs.rmSync(this.folder, { recursive: true, force: true });
    if (leftOver.length > 0) throw new Error(`left over: ${leftOver.join(', ')}`);
  }
}

/**
 * @param {string} folder that becomes a house without git
 * @param {Record<string, object>} [stacks] more of each stack's stack.json, by the last part of its id
 */
function writeHouse(folder, stacks = { first: {} }) {
  write(folder, 'contracts/schema/stack.schema.json', fs.readFileSync(SCHEMA, 'utf8'));
  write(folder, '.gitignore', 'node_modules\n');
  for (const [name, more] of Object.entries(stacks)) writeStack(folder, name, more);
  write(folder, 'node/servers/stacks.json', JSON.stringify(Object.keys(stacks)));
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {object} more
 */
function writeStack(folder, name, more) {
  const stack = {
    id: `node/${name}`,
    language: 'node',
    description: 'A server of this test',
    command: ['node', 'server.js'],
    workloads: ['hello', 'todos'],
    ...more,
  };
  write(folder, `node/servers/${name}/stack.json`, JSON.stringify(stack));
  write(folder, `node/servers/${name}/server.js`, '');
  write(folder, `node/servers/${name}/build.js`, BUILD);
}

/**
 * @param {string} folder
 * @param {Record<string, object>} [stacks]
 */
function gitHouse(folder, stacks) {
  fs.mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  writeHouse(folder, stacks);
  commit(folder, 'A house');
}

/**
 * @param {string} folder
 * @param {string} message
 * @returns {string} the commit of all that is there
 */
function commit(folder, message) {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/**
 * @param {string} folder
 * @param {...string} args
 * @returns {string}
 */
function git(folder, ...args) {
  const { env } = process;
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {string} text
 */
function write(folder, file, text) {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}

module.exports = { Surroundings, commit, git, gitHouse, write, writeHouse, writeStack };
