/**
 * Shows what the gate is worth on this machine: so many runs of the performance tests' measurement on the Node stacks as they are,
 * none of which may fail, and as many with one stack's hash about 35 % slower, all of which must fail and name it alone. `npm run bench:gate`
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { buildRealHouse, ROOT } = require('../test/deceptions/real-house');

const LOADLINE = path.join(ROOT, 'node/harness/bin/loadline.js');
const RUNS = Number(process.argv[2] ?? 10);
const SERVERS = ['http', 'express', 'koa', 'fastify', 'yardstick'];
const SLOWED = { server: 'koa', deception: 'burns', requests: '/hash' };
const MEASURE = ['measure', '--workload', 'hello', 'hash', '--max-minutes', '3'];

function main() {
  const { stacks, ...rest } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'thresholds.json'), 'utf8'),
  );
  const ofNode = Object.entries(stacks).filter(([id]) => id.startsWith('node/'));
  if (ofNode.length === 0) {
    print('nothing to judge by: thresholds.json has no limits (npx loadline calibrate)');
    process.exitCode = 2;
    return;
  }
  const thresholds = { ...rest, stacks: Object.fromEntries(ofNode) };
  series('unchanged', { servers: SERVERS, thresholds });
  series(`${SLOWED.server} hash slower`, { servers: SERVERS, thresholds, deceit: SLOWED });
}

/**
 * @param {string} name
 * @param {Parameters<typeof buildRealHouse>[0]} content
 */
function series(name, content) {
  for (let run = 1; run <= RUNS; run++) {
    const house = buildRealHouse(content);
    const began = performance.now();
    try {
      spawnSync(process.execPath, [LOADLINE, ...MEASURE], { cwd: house.root, stdio: 'ignore' });
      const file = path.join(house.root, 'report.json');
      const seconds = Math.round((performance.now() - began) / 1000);
      print(
        `${name} ${run}: ${told(JSON.parse(fs.readFileSync(file, 'utf8')).gate)}; ${seconds} s`,
      );
    } finally {
      house.remove();
    }
  }
}

/** @param {import('../src/reports/report').GateReport} gate */
function told({ verdict, culprits, cells }) {
  const open = cells.filter((cell) => cell.verdict !== 'pass' && cell.verdict !== 'fail');
  const cellsLeft = open.map((cell) => `${cell.stack} ${cell.workload} ${cell.verdict}`);
  return [verdict, `named: ${culprits.join(', ') || 'none'}`, ...cellsLeft].join('; ');
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

main();
