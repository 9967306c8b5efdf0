/** Takes the report out of an artefact that foreign code may have made: nothing in it is believed but what a schema allows. */
'use strict';

const { unzipSync } = require('fflate');
const { InvalidInput } = require('../input/invalid-input');
const { checkReport } = require('../reports/read-report');

/** @typedef {import('../reports/report').Report} Report */

const REPORT = 'report.json';
const ZIP_BYTES_MAX = 16 * 1024 * 1024;
const REPORT_BYTES_MAX = 4 * 1024 * 1024;

/**
 * @param {Uint8Array} zip
 * @returns {Report}
 * @throws {InvalidInput} that tells what is wrong with it
 */
function reportOf(zip) {
  const bytes = unpacked(zip);
  if (bytes === undefined) throw problem('a report', 'no such file in the artefact');
  try {
    return checkReport(JSON.parse(Buffer.from(bytes).toString('utf8')), REPORT);
  } catch (error) {
    if (error instanceof SyntaxError) throw problem('JSON', error.message);
    throw error;
  }
}

/**
 * @param {Uint8Array} zip
 * @returns {Uint8Array | undefined} of the report alone: the others are not unpacked
 */
function unpacked(zip) {
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => isWanted(name, originalSize),
    });
    return files[REPORT];
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    throw problem('a zip file', /** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} name
 * @param {number} size that the archive says, and that is all that is made room for
 */
function isWanted(name, size) {
  if (name !== REPORT) return false;
  if (size > REPORT_BYTES_MAX) throw problem(`at most ${REPORT_BYTES_MAX} bytes`, `${size} bytes`);
  return true;
}

/**
 * @param {string} expected
 * @param {string} actual
 */
function problem(expected, actual) {
  return new InvalidInput([{ file: REPORT, pointer: '', expected, actual }]);
}

module.exports = { reportOf, ZIP_BYTES_MAX };
