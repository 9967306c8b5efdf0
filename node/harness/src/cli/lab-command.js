/** `loadline lab`: hands what was typed over to the laboratory, a package of its own that is not part of the library. */
'use strict';

const { Command } = require('commander');
const { UsageError } = require('./exit-codes');

const LABORATORY = 'loadline-laboratory';

/**
 * @param {Command} loadline whose settings it has
 * @returns {Command}
 */
function labCommand(loadline) {
  return (
    new Command('lab')
      .copyInheritedSettings(loadline)
      .description(
        'shows what a comparison is worth: plants slowdowns and counts how often they are found',
      )
      .argument('[args...]')
      // What it takes, and its help, is the laboratory's.
      .allowUnknownOption()
      .helpOption(false)
      .action(async (args) => {
        await laboratory().labCommand(loadline).parseAsync(args, { from: 'user' });
      })
  );
}

/**
 * @returns {any}
 * @throws {UsageError}
 */
function laboratory() {
  try {
    return require(require.resolve(LABORATORY, { paths: [process.cwd(), __dirname] }));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `the laboratory is not installed here (package ${LABORATORY}): it comes with Loadline's repository, and npm ci there installs it`,
    );
  }
}

module.exports = { labCommand };
