/**
 * Writes what a gate found as the one comment of its pull request. It runs in a second workflow that may write comments; the run
 * that it tells about was foreign code, so that its artefact is data and nothing more.
 */
'use strict';

const { InvalidInput } = require('../input/invalid-input');
const { summary } = require('../reports/summary');
const { reportOf, ZIP_BYTES_MAX } = require('./artefact');

/**
 * @typedef {import('./api').Api} Api
 *
 * @typedef {object} GateRun the run that has ended, as the event tells it
 * @property {number} id
 * @property {string} event
 * @property {string | null} conclusion such as success
 * @property {string} head_sha
 * @property {string} head_branch any text
 * @property {{ id: number, owner: { login: string } } | null} head_repository null where a fork is gone
 *
 * @typedef {object} Place
 * @property {Api} api
 * @property {string} repository owner/name
 * @property {string} server such as https://github.com
 */

/** By it, and by its author, the comment is found again; within code it could not stand. */
const MARKER = '<!-- loadline-gate -->';
const AUTHOR = 'github-actions[bot]';
const ARTEFACT = /^loadline-gate-([1-9]\d{0,8})$/;
const PER_PAGE = 100;
const PAGES_MAX = 30;
const COMMENT_CHARACTERS_MAX = 65_000;
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

/**
 * @param {GateRun} run
 * @param {Place} place
 * @returns {Promise<string>} what was done, or why nothing was, in one line
 * @throws {InvalidInput} the artefact is none of ours
 * @throws {import('./api').GithubError}
 */
async function commentOn(run, { api, repository, server }) {
  if (!REPOSITORY.test(repository)) throw new Error(`no repository: ${repository}`);
  const root = `/repos/${repository}`;
  const link = `[This run](${server}/${repository}/actions/runs/${Number(run.id)})`;
  const artefact = await artefactOf(run, api, root);
  const pulls = await pullsOf(run, api, root);
  if (artefact === null) return withoutReport(run, pulls, { api, root, link });
  if (!pulls.includes(artefact.pull)) {
    return `nothing to tell: no open pull request ${artefact.pull} has this commit at its head`;
  }
  const zip = await api.bytes(`${root}/actions/artifacts/${artefact.id}/zip`, ZIP_BYTES_MAX);
  const body = `${MARKER}\n${summary(reportOf(zip))}\n${link} has the report and its raw blocks.\n`;
  if (body.length > COMMENT_CHARACTERS_MAX) {
    throw new Error(`a comment of ${body.length} characters`);
  }
  const own = await ownComment(artefact.pull, api, root);
  if (own !== null) return update(own, body, { api, root, pull: artefact.pull });
  const where = `${root}/issues/${artefact.pull}/comments`;
  await api.json(where, { method: 'POST', body: { body } });
  return `commented on pull request ${artefact.pull}`;
}

/**
 * What an earlier run said is not to stay; where nothing was said, nothing is to be.
 *
 * @param {GateRun} run
 * @param {number[]} pulls
 * @param {{ api: Api, root: string, link: string }} where
 */
async function withoutReport({ conclusion }, pulls, { api, root, link }) {
  const own = pulls.length === 1 ? await ownComment(pulls[0], api, root) : null;
  if (own === null) return 'nothing to tell: the run has no artefact of a gate';
  const told =
    conclusion === 'success'
      ? `passed\n\n${link} has no report: nothing that can be compared was touched.`
      : `not run\n\n${link} has no report; its log says why.`;
  return update(own, `${MARKER}\n## Loadline: ${told}\n`, { api, root, pull: pulls[0] });
}

/**
 * @param {number} comment
 * @param {string} body
 * @param {{ api: Api, root: string, pull: number }} where
 */
async function update(comment, body, { api, root, pull }) {
  await api.json(`${root}/issues/comments/${comment}`, { method: 'PATCH', body: { body } });
  return `updated the comment on pull request ${pull}`;
}

/**
 * @param {GateRun} run
 * @param {Api} api
 * @param {string} root
 * @returns {Promise<{ id: number, pull: number } | null>} with the number that its name claims
 */
async function artefactOf({ id }, api, root) {
  const { artifacts } = await api.json(
    `${root}/actions/runs/${Number(id)}/artifacts?per_page=${PER_PAGE}`,
  );
  for (const { id: own, name, size_in_bytes: size, expired } of artifacts) {
    const claimed = ARTEFACT.exec(name);
    if (claimed === null || expired) continue;
    if (size > ZIP_BYTES_MAX) {
      const expected = `at most ${ZIP_BYTES_MAX} bytes`;
      throw new InvalidInput([{ file: name, pointer: '', expected, actual: `${size} bytes` }]);
    }
    return { id: Number(own), pull: Number(claimed[1]) };
  }
  return null;
}

/**
 * The event names no pull requests of forks, so that they are looked for by the branch; the commit and the repository decide.
 *
 * @param {GateRun} run
 * @param {Api} api
 * @param {string} root
 * @returns {Promise<number[]>} open ones
 */
async function pullsOf(
  { head_sha: commit, head_branch: branch, head_repository: from },
  api,
  root,
) {
  if (from === null) return [];
  const head = encodeURIComponent(`${from.owner.login}:${branch}`);
  const pulls = await api.json(`${root}/pulls?state=open&head=${head}&per_page=${PER_PAGE}`);
  return pulls
    .filter((/** @type {any} */ { head: own }) => own.sha === commit && own.repo?.id === from.id)
    .map((/** @type {any} */ { number }) => number);
}

/**
 * @param {number} pull
 * @param {Api} api
 * @param {string} root
 * @returns {Promise<number | null>}
 */
async function ownComment(pull, api, root) {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const comments = await api.json(
      `${root}/issues/${pull}/comments?per_page=${PER_PAGE}&page=${page}`,
    );
    const own = comments.find(isOwn);
    if (own) return Number(own.id);
    if (comments.length < PER_PAGE) break;
  }
  return null;
}

/** @param {any} comment anybody may write the marker */
function isOwn({ user, body }) {
  return user?.login === AUTHOR && user.type === 'Bot' && body?.startsWith(MARKER);
}

module.exports = { commentOn, MARKER };
