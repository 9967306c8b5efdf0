/** Stands for the command where a test decides what a comparison finds; all other commands are the real ones. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');
/** @param {string} mark a file that says that it was asked to end, and could tidy up */
function waitForEnd(mark) {
  const life = setInterval(() => {}, 1_000);
  process.once('SIGTERM', () => {
    clearInterval(life);
    fs.writeFileSync(mark, '');
    process.exitCode = 130;
  });
  process.kill(process.ppid, 'SIGINT');
}

const [command, ...args] = process.argv.slice(2);

if (command === 'compare') {
  const { STUB_ARGS, STUB_REPORT, STUB_OUTPUT = '', STUB_EXIT_CODE = '0' } = process.env;
  fs.writeFileSync(String(STUB_ARGS), JSON.stringify(args));
  if (STUB_REPORT) {
    const file = args[args.indexOf('--report') + 1];
    fs.writeFileSync(file, STUB_REPORT);
    fs.writeFileSync(path.join(path.dirname(file), 'blocks.ndjson'), '{}\n');
  }
  process.stdout.write(STUB_OUTPUT);
  process.exitCode = Number(STUB_EXIT_CODE);
  if (process.env.STUB_WAITS) waitForEnd(`${STUB_ARGS}.ended`);
} else {
  const { status } = spawnSync(process.execPath, [LOADLINE, command, ...args], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
