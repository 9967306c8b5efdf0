/** Writes the comment of a pull request, from within a workflow that runs after the gate's. */
'use strict';

const { Api, GithubError } = require('../github/api');
const { commentOn } = require('../github/comment');
const { readJson } = require('../input/read-json');
const { InvalidInput } = require('../input/invalid-input');
const { safeText } = require('../reports/safe-text');
const { UsageError } = require('./exit-codes');

const NEEDED = ['GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_TOKEN'];

/**
 * @param {NodeJS.ProcessEnv} env
 * @throws {InvalidInput} what the run left is no report
 * @throws {UsageError} it is no such workflow, or GitHub refuses
 */
async function runComment(env) {
  const missing = NEEDED.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new UsageError(`not in a workflow of GitHub: ${missing.join(', ')} not set`);
  }
  const run = runIn(String(env.GITHUB_EVENT_PATH));
  const api = new Api({
    url: env.GITHUB_API_URL ?? 'https://api.github.com',
    token: String(env.GITHUB_TOKEN),
  });
  const place = {
    api,
    repository: String(env.GITHUB_REPOSITORY),
    server: env.GITHUB_SERVER_URL ?? 'https://github.com',
  };
  try {
    process.stdout.write(`${safeText(await commentOn(run, place))}\n`);
  } catch (error) {
    throw error instanceof GithubError ? new UsageError(error.message) : error;
  }
}

/** @param {string} file */
function runIn(file) {
  const { value, problems } = readJson(file, 'the event');
  if (problems.length > 0) throw new InvalidInput(problems);
  if (value?.workflow_run === undefined) {
    throw new UsageError('the workflow that runs this must be started by workflow_run');
  }
  return value.workflow_run;
}

module.exports = { runComment };
