/** The command `loadline`: what can be typed, and with which exit code it ends. */
'use strict';

const { Command, CommanderError } = require('commander');
const { InvalidInput } = require('../input/invalid-input');
const { version } = require('../../package.json');
const { safeText } = require('../reports/safe-text');
const { RevisionError } = require('../revisions');
const { calibrate, check, measure, start } = require('./commands');
const { EXIT, UsageError } = require('./exit-codes');
const { endOnSignals, endWithStarter, endWithoutReader } = require('./interrupt');
const { runComment } = require('./run-comment');
const { labCommand } = require('./lab-command');
const { compare } = require('./run-compare');
const { runJudge } = require('./run-judge');
const { runReport } = require('./run-report');
const { runSummary } = require('./run-summary');
const {
  REPORT_DEFAULT,
  besideOption,
  compareMinutesOption,
  pairsOption,
  quietOption,
  blocksOption,
  onlyOption,
  roundsOption,
  connectionsOption,
  warmUpOption,
  minutesOption,
  reportOption,
  secondsOption,
  seedOption,
  slackOption,
  stackOption,
  verboseOption,
  workloadOption,
} = require('./options');

/** A contract or stack file may have many problems, and each is to be seen. */
const MESSAGE_CHARACTERS_MAX = 20_000;

const { pass, fail, undecided } = EXIT;
const VERDICT_EXIT = { pass, fail, inconclusive: undecided, invalid: undecided };

const EXIT_CODES = `
Exit codes: 0 pass, 1 fail, 2 bad input or set-up, 3 inconclusive or invalid where that is not allowed,
130 interrupted.`;

const TERMINAL = `
On a terminal a run is shown live; elsewhere, and where CI is set, as plain lines. NO_COLOR leaves colours out,
--quiet prints nothing but the end and errors. The end fits a screen, report.html has all, and so has --verbose.`;

/** @param {string[]} args what was typed after `loadline` */
async function main(args) {
  endOnSignals();
  endWithStarter();
  endWithoutReader();
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(/** @type {Error} */ (error));
  }
}

/** @returns {Command} */
function program() {
  const loadline = new Command('loadline')
    .description('Checks and measures servers by contracts')
    .version(version)
    .showHelpAfterError('(--help tells what can be typed)')
    .exitOverride();
  const commands = [
    checkCommand,
    measureCommand,
    compareCommand,
    calibrateCommand,
    judgeCommand,
    reportCommand,
    startCommand,
    summaryCommand,
    commentCommand,
  ];
  for (const command of commands.map((make) => make())) {
    loadline.addCommand(command.copyInheritedSettings(loadline));
  }
  loadline.addCommand(labCommand(loadline));
  return loadline.addHelpText('after', `${TERMINAL}\n${EXIT_CODES}`);
}

/** @returns {Command} */
function checkCommand() {
  return new Command('check')
    .description('holds stacks, with their variants, against the contracts')
    .addOption(stackOption())
    .addOption(workloadOption())
    .option('--report <file>', 'write a report, and its page beside it')
    .addOption(verboseOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  loadline check                                  every case on every stack and variant
  loadline check --stack node/koa                 node/koa and its variants
  loadline check --stack node/koa:cluster --workload hello hash
${EXIT_CODES}`,
    )
    .action(ending(check));
}

/** @returns {Command} */
function measureCommand() {
  return new Command('measure')
    .description('measures throughput, p99 and use of resources, and judges by thresholds.json')
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(secondsOption())
    .addOption(connectionsOption())
    .addOption(warmUpOption())
    .addOption(reportOption())
    .addOption(minutesOption())
    .addOption(seedOption())
    .option('--full', 'variants and every p99 too, and no end of time')
    .option('--every-p99', 'p99 of every workload, not of those of thresholds.json alone')
    .option('--bare', "each stack against its framework's own getting-started server")
    .addOption(verboseOption())
    .addOption(quietOption())
    .addOption(besideOption())
    .addOption(pairsOption())
    .addHelpText(
      'after',
      `
Driver and servers are separate processes, on separate cores where there are two. Where thresholds.json
has limits for any of the stacks, they are measured beside their yardstick, slice by slice in random
order, until each limit is known to hold or not; the raw blocks go into blocks.ndjson beside the
report. Without limits each is measured for one slice of --seconds and not judged. Every response is checked, and
a wrong one fails the run. What a stack answers from a backing service is held against what the service
was asked: answers from memory fail the run.

Examples:
  loadline measure                                every stack and yardstick
  loadline measure --full --seconds 5 --report full.json
  loadline measure --stack node/express node/express:cluster --workload hello
  loadline measure --bare --stack node/koa        whether it does 0.85 to 1.25 of Koa's own getting-started server
  loadline measure --beside java/spring-mvc --stack java/spring-webflux --workload messages --connections 250
                                                  the ratio of two stacks, their slices taking turns
  loadline measure --workload cache --connections 1000 --warm-up 30 --seconds 30
                                                  whether memory grows while 1,000 connections are held
${EXIT_CODES}`,
    )
    .action(ending(measure));
}

/** @returns {Command} */
function compareCommand() {
  return new Command('compare')
    .description('holds one revision against another, both built and measured side by side')
    .requiredOption('--base <revision|folder>', 'what it is held against: main, v1.2, ../other')
    .option('--head <revision|folder>', 'what is judged (default: the working tree as it is)')
    .option('--all', 'every stack and workload, whatever the change can touch')
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(compareMinutesOption())
    .option('--full', 'p99 of every workload, not of those of thresholds.json alone')
    .option('--resume <report>', 'go on with the evidence of this run of the same two')
    .addOption(reportOption())
    .addOption(seedOption())
    .addOption(verboseOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Each revision becomes a git worktree in a temporary folder, built by what its stacks declare (build in stack.json). The
contracts of head are checked first. Then pairs of fresh processes, one of each, are loaded at the same time, until what
regression in thresholds.json allows is known to be kept or not. Stacks and workloads that the change cannot touch
(paths in stack.json) are left out.

Examples:
  loadline compare --base main
  loadline compare --base main --stack node/koa --workload hello cache --minutes 5
  loadline compare --base v1.2 --head v1.3 --all --full --minutes 60
  loadline compare --base main --resume report.json
${EXIT_CODES}`,
    )
    .action(ending(compare));
}

/** @returns {Command} */
function calibrateCommand() {
  return new Command('calibrate')
    .description(
      'measures stacks beside their yardstick and writes their limits into thresholds.json',
    )
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(slackOption())
    .addOption(roundsOption())
    .addOption(blocksOption())
    .addOption(onlyOption())
    .addOption(secondsOption())
    .addOption(minutesOption())
    .addOption(seedOption())
    .option('--full', 'variants too, and p99 of slow workloads')
    .addOption(quietOption())
    .option('--merge <report...>', 'measure nothing: limits that hold in all of these reports')
    .addHelpText(
      'after',
      `
Limits are relative to the yardstick: throughput at least the median ratio less the slack, p99 at most
the median ratio (of at least 3) and ten times the slack, because a p99 moves that much more from run to run. Two processes
of the same code differ for as long as they live, which is what the rounds are for. Entries that were not
measured stay as they are, and so do absolute limits. A ratio is another one on another processor: for a limit that is to
hold on machines of several kinds, merge reports of them. It is made of the worst ratio that any of them has shown.

Examples:
  loadline calibrate --slack 0.20
  loadline calibrate --stack node/express --workload hello hash
  loadline calibrate --only throughput --blocks 12
  loadline calibrate --merge laptop/report.json runner/report.json --slack 0.30

Exit codes: 0 limits were written, 1 none could be, 2 bad input or set-up, 130 interrupted.`,
    )
    .action(ending(calibrate));
}

/** @returns {Command} */
function judgeCommand() {
  return new Command('judge')
    .description('judges recorded harms or the raw blocks of a run, and prints the verdict as JSON')
    .argument(
      '<file>',
      'harms (contracts/schema/harms.schema.json; - for standard input), or raw blocks (*.ndjson)',
    )
    .addHelpText(
      'after',
      `
Reads the harms block by block, as they were measured, until there is a verdict. The Java judge
(java -jar java/harness/target/loadline-junit.jar judge FILE) prints the same. Raw blocks are judged
by the thresholds.json that there is now.

Examples:
  loadline judge harms.json
  loadline judge - < harms.json
  loadline judge blocks.ndjson

Exit codes: 0 pass, 1 fail, 2 bad input, 3 inconclusive or invalid.`,
    )
    .action((/** @type {string} */ file) => {
      const judged = runJudge(file);
      process.stdout.write(`${JSON.stringify(judged, null, 2)}\n`);
      process.exitCode = VERDICT_EXIT[judged.verdict ?? 'pass'];
    });
}

/** @returns {Command} */
function reportCommand() {
  return new Command('report')
    .description('makes report.html of a report again: one page, which needs no network')
    .argument('[file]', 'the report, of this or an older version', REPORT_DEFAULT)
    .option('--beside <file>', 'another report: what moved from it to this one, cell by cell')
    .option('--open', 'show the page')
    .addHelpText(
      'after',
      `
The page is written beside the report. Its blocks are read from blocks.ndjson in the same folder.

Examples:
  loadline report --open
  loadline report head/report.json --beside base/report.json

Exit codes: 0 the page was made, 2 bad input.`,
    )
    .action(async (/** @type {string} */ file, /** @type {any} */ options) => {
      process.exitCode = await runReport(file, options);
    });
}

/** @returns {Command} */
function startCommand() {
  return new Command('start')
    .description('the main job (npm start): builds, checks, measures, judges, prints the table')
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(secondsOption())
    .addOption(reportOption())
    .addOption(minutesOption())
    .addOption(seedOption())
    .option('--full', 'variants and every p99 too, and no end of time')
    .addOption(verboseOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  npm start
  npm start -- --stack node/fastify java/javalin --seconds 3
${EXIT_CODES}`,
    )
    .action(ending(start));
}

/** @returns {Command} */
function summaryCommand() {
  return new Command('summary')
    .description('prints a report as Markdown for GitHub, the verdict first')
    .argument('<report>', 'report.json of any run')
    .option('--github', "write it as a step's summary, with annotations and outputs")
    .addHelpText(
      'after',
      `
Texts that come from servers are shown as code, and long ones are cut.

Example:
  loadline summary report.json

Exit codes: 0 it was printed, 2 bad input.`,
    )
    .action((/** @type {string} */ file, options) => runSummary(file, options));
}

/** @returns {Command} */
function commentCommand() {
  return new Command('comment')
    .description("writes a gate's report as the one comment of its pull request (on GitHub alone)")
    .addHelpText(
      'after',
      `
For a workflow that is started by workflow_run, when the gate's has ended: it reads that run's artefact, checks it against the
schema, and makes the text anew. GITHUB_TOKEN must be allowed to read actions and to write pull requests.

Exit codes: 0 it was written or there is nothing to tell, 2 the artefact is no report, or GitHub refuses.`,
    )
    .action(() => runComment(process.env));
}

/**
 * @param {(options: any) => Promise<number>} command tells its exit code
 * @returns {(options: any) => Promise<void>}
 */
function ending(command) {
  return async (options) => {
    process.exitCode = await command(options);
  };
}

/**
 * @param {Error} error
 * @returns {number}
 */
function exitCodeOf(error) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.badInput;
  if (isMendable(error)) {
    process.stderr.write(`loadline: ${safeText(error.message, MESSAGE_CHARACTERS_MAX)}\n`);
    return EXIT.badInput;
  }
  // Our own mistake: whoever reads this needs to know where.
  process.stderr.write(`loadline: ${error.stack}\n`);
  return EXIT.badInput;
}

/** @param {Error} error */
function isMendable(error) {
  const kinds = [UsageError, InvalidInput, RevisionError];
  return kinds.some((kind) => error instanceof kind);
}

module.exports = { main };
