/** The command `loadline`: what can be typed, and with which exit code it ends. */
'use strict';

const { Command, CommanderError } = require('commander');
const { InvalidInput } = require('../input/invalid-input');
const { version } = require('../../package.json');
const { safeText } = require('../reports/safe-text');
const { check, measure, start } = require('./commands');
const { EXIT, UsageError } = require('./exit-codes');
const { endOnSignals } = require('./interrupt');
const { runJudge } = require('./run-judge');
const {
  besideOption,
  connectionsOption,
  reportOption,
  secondsOption,
  stackOption,
  workloadOption,
} = require('./options');

/** A contract or stack file may have many problems, and each is to be seen. */
const MESSAGE_CHARACTERS_MAX = 20_000;

const EXIT_CODES = `
Exit codes: 0 pass, 1 fail, 2 bad input or set-up, 130 interrupted.`;

/** @param {string[]} args what was typed after `loadline` */
async function main(args) {
  endOnSignals();
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
  for (const command of [checkCommand(), measureCommand(), judgeCommand(), startCommand()]) {
    loadline.addCommand(command.copyInheritedSettings(loadline));
  }
  return loadline.addHelpText('after', EXIT_CODES);
}

/** @returns {Command} */
function checkCommand() {
  return new Command('check')
    .description('holds stacks, with their variants, against the contracts')
    .addOption(stackOption())
    .addOption(workloadOption())
    .option('--report <file>', 'write a report')
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
    .description('measures throughput, latency and use of resources under closed-loop load')
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(secondsOption())
    .addOption(connectionsOption())
    .addOption(reportOption())
    .option('--full', 'variants too; without it and --stack: stacks and yardsticks alone')
    .option('--bare', 'measure the goals: each stack against the bare framework, and bare work')
    .addOption(besideOption())
    .addHelpText(
      'after',
      `
Driver and server are separate processes, on separate cores where there are two. A server is
warmed until its speed levels off and then measured once for --seconds on each workload; every
response is checked, and a wrong one is an error and not throughput. What a stack answers from a
backing service is held against what the service was asked: answers from memory fail the run.

Examples:
  loadline measure                                every stack and yardstick
  loadline measure --full --seconds 5 --report full.json
  loadline measure --stack node/express node/express:cluster --workload hello
  loadline measure --bare --stack node/koa        ratios to Koa's own getting-started server, of
                                                  uploads to md5sum and cp, of fibonacci to the function
  loadline measure --beside java/spring-mvc --stack java/spring-webflux --workload messages --connections 250
                                                  the ratio of two stacks, their slices taking turns
  loadline measure --workload cache --connections 1000 --seconds 30
                                                  whether memory grows while 1,000 connections are held
${EXIT_CODES}`,
    )
    .action(ending(measure));
}

/** @returns {Command} */
function judgeCommand() {
  return new Command('judge')
    .description('judges recorded harms, and prints the verdict as JSON')
    .argument('<file>', 'the harms (contracts/schema/harms.schema.json); - for standard input')
    .addHelpText(
      'after',
      `
Reads the harms block by block, as they were measured, until there is a verdict. The Java judge
(java -jar java/harness/target/loadline-junit.jar judge FILE) prints the same.

Examples:
  loadline judge harms.json
  loadline judge - < harms.json

Exit codes: 0 pass, 1 fail, 2 bad input, 3 inconclusive.`,
    )
    .action((/** @type {string} */ file) => {
      const judged = runJudge(file);
      process.stdout.write(`${JSON.stringify(judged, null, 2)}\n`);
      process.exitCode = { pass: EXIT.pass, fail: EXIT.fail, inconclusive: EXIT.undecided }[
        judged.verdict
      ];
    });
}

/** @returns {Command} */
function startCommand() {
  return new Command('start')
    .description('the main job (npm start): builds, checks, measures, prints the table')
    .addOption(stackOption())
    .addOption(workloadOption())
    .addOption(secondsOption())
    .addOption(reportOption())
    .option('--full', 'measure variants too; they are checked in any event')
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

/**
 * @param {(options: any) => Promise<boolean>} command tells whether the run passed
 * @returns {(options: any) => Promise<void>}
 */
function ending(command) {
  return async (options) => {
    process.exitCode = (await command(options)) ? EXIT.pass : EXIT.fail;
  };
}

/**
 * @param {Error} error
 * @returns {number}
 */
function exitCodeOf(error) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.badInput;
  if (error instanceof UsageError || error instanceof InvalidInput) {
    process.stderr.write(`loadline: ${safeText(error.message, MESSAGE_CHARACTERS_MAX)}\n`);
    return EXIT.badInput;
  }
  // Our own mistake: whoever reads this needs to know where.
  process.stderr.write(`loadline: ${error.stack}\n`);
  return EXIT.badInput;
}

module.exports = { main };
