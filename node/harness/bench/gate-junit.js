/**
 * Shows what the gate of `mvn verify` is worth on this machine: so many runs of PerformanceIT on the JVM's stacks as they are committed,
 * none of which may fail, and as many with Javalin's hash slower (see slowed/Hash.java), all of which must fail and name it alone. `npm run bench:gate:junit`
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { askedFor, limitsOf, outputOf, series } = require('./gate-series');

const ROOT = path.resolve(__dirname, '../../..');
const ASKED = askedFor(process.argv.slice(2));
const SLOWED = {
  folder: 'java/servers/javalin',
  jar: 'target/javalin.jar',
  main: 'dev.loadline.javalin.MainKt',
};
const PLANTED = 'java/javalin hash.throughput';
const MAVEN = ['-B', '-q'];
const PERFORMANCE_ALONE = [
  ...['verify', '-pl', 'java/harness,java/tests', '-Dit.test=PerformanceIT', '-Dtest=None'],
  ...['-Dsurefire.failIfNoSpecifiedTests=false', '-Dfailsafe.failIfNoSpecifiedTests=false'],
];

function main() {
  if (limitsOf(ROOT, 'java') === null) return;
  const house = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gate-junit-'));
  try {
    run('git', ['clone', '--quiet', ROOT, house], ROOT);
    fs.copyFileSync(path.join(ROOT, 'thresholds.json'), path.join(house, 'thresholds.json'));
    run('mvn', [...MAVEN, 'package', '-DskipTests'], house);
    const folder = path.join(house, 'java/tests/target/performance');
    const each = { folder, planted: PLANTED, run: () => measure(house) };
    const unchanged = { ...each, name: 'unchanged', runs: ASKED.unchangedRuns, usual: null };
    const usual = series(unchanged);
    if (!ASKED.slowed || usual === null) return;
    slow(house);
    series({ ...each, name: 'javalin hash slower', runs: ASKED.runs, usual });
  } finally {
    fs.rmSync(house, { recursive: true, force: true });
  }
}

/** @param {string} house */
function measure(house) {
  return outputOf('mvn', [...MAVEN, ...PERFORMANCE_ALONE], house);
}

/**
 * Puts a slower class before the jar that has the real one.
 *
 * @param {string} house
 */
function slow(house) {
  const folder = path.join(house, SLOWED.folder);
  const slowed = path.join(folder, 'target/slowed');
  run('javac', ['-d', slowed, path.join(__dirname, 'slowed/Hash.java')], house);
  const file = path.join(folder, 'stack.json');
  const { command, ...stack } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const options = command.slice(0, command.indexOf('-jar'));
  const started = [...options, '-cp', `target/slowed:${SLOWED.jar}`, SLOWED.main];
  fs.writeFileSync(file, JSON.stringify({ ...stack, command: started }));
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
