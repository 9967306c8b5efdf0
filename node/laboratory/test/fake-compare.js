/**
 * Stands for `loadline compare` in the laboratory's tests: it measures nothing, and finds what is planted into the head. FAKE_LOG gets a line for each
 * time that it was called; FAKE_DOES is what it does instead.
 */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const args = process.argv.slice(2);
const valueOf = (/** @type {string} */ option) => args[args.indexOf(option) + 1];
const PAIRS = 8;
const SLICES = 3;

/**
 * @param {string} commit
 * @returns {number}
 */
function shareIn(commit) {
  const file = 'node/servers/small/planted.json';
  try {
    const text = execFileSync('git', ['show', `${commit}:${file}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return JSON.parse(text).share;
  } catch {
    return 0;
  }
}

function measure() {
  const share = shareIn(valueOf('--head')) - shareIn(valueOf('--base'));
  const isHarmed = share > 0.05;
  const lines = Array.from({ length: PAIRS * SLICES * 2 }, (_, i) => {
    const isHead = i % 2 === 1;
    const slice = i >> 1;
    return {
      workload: 'hello',
      process: 1 + Math.floor(slice / SLICES),
      block: 1 + (slice % SLICES),
      role: isHead ? 'subject' : 'reference',
      kind: 'throughput',
      invalid: null,
      problem: null,
      sample: { requestsPerSecond: (1_000 + slice) * (isHead ? 1 - share : 1) },
    };
  });
  const gate = {
    verdict: isHarmed ? 'fail' : 'pass',
    culprits: isHarmed ? ['node/small hello.throughput'] : [],
    comparisons: [
      {
        subject: 'node/small',
        workload: 'hello',
        faults: [],
        invalid: null,
        metrics: [
          {
            name: 'hello.throughput',
            verdict: 'pass',
            measured: 1 - share,
            blocks: PAIRS,
            resolves: null,
          },
        ],
      },
    ],
  };
  const report = valueOf('--report');
  fs.writeFileSync(report, JSON.stringify({ command: 'compare', gate }));
  const blocks = lines.map((line) => JSON.stringify(line)).join('\n');
  fs.writeFileSync(path.join(path.dirname(report), 'blocks.ndjson'), `${blocks}\n`);
  process.exitCode = isHarmed ? 1 : 0;
}

fs.appendFileSync(String(process.env.FAKE_LOG), `${process.pid} ${args.join(' ')}\n`);
if (process.env.FAKE_DOES === 'hang') setInterval(() => {}, 1_000);
else if (process.env.FAKE_DOES === 'refuse') {
  process.stderr.write('no such revision\n');
  process.exitCode = 2;
} else measure();
