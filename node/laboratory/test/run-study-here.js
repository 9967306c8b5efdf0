/** Runs a study with the comparison that is faked, as a process of its own that can be interrupted: `node run-study-here.js <folder> <root>`. */
'use strict';

const path = require('node:path');
const { endOnSignals } = require('loadline/src/cli/interrupt');
const { runStudy } = require('../src/run-study');
const { FAKE_COMPARE, smallSettings } = require('./small-house');

const [folder, root] = process.argv.slice(2);
endOnSignals();
runStudy(
  {
    settings: smallSettings(),
    recordsFile: path.join(folder, 'runs.ndjson'),
    root,
    copyFolder: path.join(folder, 'copy'),
  },
  { command: [process.execPath, FAKE_COMPARE], say: () => {} },
);
