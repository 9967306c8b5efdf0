/**
 * Shows what the gate of `mvn verify` is worth on this machine, on three of the JVM's stacks as they are committed. Limits are calibrated first.
 *
 * Of so many runs of PerformanceIT none may fail. As many are run with 35 % less throughput of WebFlux's cache and of Javalin's echo
 * and a freeze of 30 ms every second in Spring MVC's hello. All of those must fail, and name these three alone.
 *
 * `npm run bench:gate:junit`
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { loadStacks } = require('loadline/src/stacks');
const { plantAll } = require('../src/plants/plant');
const { askedFor, calibrated, outputOf, series } = require('./gate-series');

const ROOT = path.resolve(__dirname, '../../..');
const ASKED = askedFor(process.argv.slice(2));
const STACKS = ['java/javalin', 'java/spring-mvc', 'java/spring-webflux'];
const WORKLOADS = ['hello', 'echo', 'cache'];
/**
 * Shares of the server's CPU time that leave about 65 % of the throughput: of Javalin's echo the rest gets dearer too, beside WebFlux's cache
 * Redis has the core for some of the time. The series asks whether they do.
 *
 * @type {Record<string, import('../src/plants/plant').Plant>} by stack
 */
const PLANTS = {
  'java/javalin': { harm: 'cpu', share: 0.3, paths: '^/echo' },
  'java/spring-mvc': { harm: 'stall', share: 0.03, paths: '^/hello$' },
  'java/spring-webflux': { harm: 'cpu', share: 0.4, paths: '^/cache/' },
};
const PLANTED = [
  'java/javalin echo.throughput',
  'java/spring-mvc hello.p99',
  'java/spring-webflux cache.throughput',
];
const MAVEN = ['-B', '-q'];
/** Fewer stacks and workloads than `mvn verify` measures, so that many runs are done within an hour or two. */
const PERFORMANCE_ALONE = [
  'verify',
  '-pl',
  'java/harness,java/tests',
  '-Dit.test=PerformanceIT',
  '-Dtest=None',
  '-Dsurefire.failIfNoSpecifiedTests=false',
  '-Dfailsafe.failIfNoSpecifiedTests=false',
  `-Dloadline.stack=${STACKS.join('|')}`,
  `-Dloadline.workload=${WORKLOADS.join('|')}`,
];

function main() {
  const house = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gate-junit-'));
  try {
    run('git', ['clone', '--quiet', ROOT, house], ROOT);
    run('mvn', [...MAVEN, 'package', '-DskipTests'], house);
    const what = { stacks: STACKS, workloads: WORKLOADS, planted: PLANTED };
    if (!calibrated(house, what)) return;
    const folder = path.join(house, 'java/tests/target/performance');
    const each = { folder, planted: PLANTED, run: () => measure(house) };
    const unchanged = { ...each, name: 'unchanged', runs: ASKED.unchangedRuns, usual: null };
    const usual = series(unchanged);
    if (!ASKED.isPlanted || usual === null) return;
    plant(house);
    series({ ...each, name: 'planted', runs: ASKED.runs, usual });
  } finally {
    fs.rmSync(house, { recursive: true, force: true });
  }
}

/** @param {string} house */
function measure(house) {
  return outputOf('mvn', [...MAVEN, ...PERFORMANCE_ALONE], house);
}

/** @param {string} house */
function plant(house) {
  plantAll(loadStacks(house, { language: 'java' }), PLANTS);
  run('mvn', [...MAVEN, 'package', '-DskipTests', '-Dspotless.check.skip'], house);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${status}`);
}

main();
