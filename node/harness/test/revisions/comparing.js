/** A program that checks out and builds the house that it is told, says so, and waits: for tests that end it. */
'use strict';

const { buildRevision, checkOut } = require('../../src/revisions');
const { loadStacks } = require('../../src/stacks');

const [root, cacheFolder] = process.argv.slice(2);

async function main() {
  const onProgress = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
  const side = await checkOut(root, null, { onProgress });
  await buildRevision(side, loadStacks(side.folder), { onProgress, cacheFolder });
  onProgress('all is there');
  setInterval(() => {}, 1_000);
}

main();
