/** What a server's compilers do is waited for, and what has none is not. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { setTimeout: after } = require('node:timers/promises');
const { CompilerWatch } = require('../../src/instruments/compiler-watch');
const { whyNoResources } = require('../../src/instruments/resources');

const NAMED = 'printf "C2 CompilerThre" > /proc/$$/comm';
/** Of 300 ms, by a clock in hundredths. */
const SOME_WORK =
  'now() { read up rest < /proc/uptime; up=${up%.*}${up#*.}; }; now; end=$((up + 30)); while [ $up -lt $end ]; do now; done';
const ENDLESS_WORK = 'while :; do :; done';
/** Who is kept off the cores by other tests for as long as a look takes seems to rest: it is tried again for a while. */
const TRIED_FOR_MILLIS = 20_000;

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/**
 * @param {string[]} steps of a shell, which says `works` before it does
 * @returns {Promise<{ watch: CompilerWatch, hasRested: () => boolean }>}
 */
async function watched(...steps) {
  const child = spawn('sh', ['-c', steps.join('; ')], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  await once(child.stdout, 'data');
  const watch = new CompilerWatch(() => [/** @type {number} */ (child.pid)]);
  return { watch, hasRested: () => said.includes('rests') };
}

const whyNot = whyNoResources();
const onLinux = whyNot === null ? describe : describe.skip;

onLinux(whyNot === null ? 'compilers' : `compilers are not watched: ${whyNot}`, () => {
  test('what compilers have begun is waited for', async () => {
    let waited = false;
    const endsAt = Date.now() + TRIED_FOR_MILLIS;
    while (!waited && Date.now() < endsAt) {
      const { watch, hasRested } = await watched(
        NAMED,
        'echo works',
        SOME_WORK,
        'echo rests',
        'read nothing',
      );
      await after(60);
      await watch.letFinish();
      waited = hasRested() && watch.isCompiling;
    }
    expect(waited).toBe(true);
  });

  test('for some time only: compilers that never rest still compile', async () => {
    const { watch } = await watched(NAMED, 'echo works', ENDLESS_WORK);
    await after(2_500);
    await watch.letFinish();
    expect(watch.isCompiling).toBe(true);
  });

  test('compilers that have rested for a while compile no more', async () => {
    const { watch } = await watched(NAMED, 'echo works', 'read nothing');
    expect(watch.isCompiling).toBe(true);
    await after(2_500);
    await watch.letFinish();
    expect(watch.isCompiling).toBe(false);
  });

  test('what has no compilers rests, however busy it is', async () => {
    const { watch } = await watched('echo works', ENDLESS_WORK);
    await after(60);
    await watch.letFinish();
    expect(watch.isCompiling).toBe(false);
  });
});
