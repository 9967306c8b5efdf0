/**
 * Makes the README's pictures and the sample page: measures Loadline's own stacks by the real command, one of them made slower on one workload and
 * one failing now and then, so that the gate fails. `npm run pictures`, or `npm run pictures -- report.json` of a run that is there.
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { chromium } = require('playwright-core');
const { writePage } = require('../src/reports/page');
const { buildRealHouse, ROOT } = require('../test/deceptions/real-house');
const { NO_BROWSER, findBrowser } = require('../test/reports/browser');

const LOADLINE = path.resolve(__dirname, '../bin/loadline.js');
const SAMPLE = path.join(ROOT, 'report-page/sample');
const SERVERS = ['yardstick', 'http', 'express', 'koa', 'fastify'];
/** Those that need no service: it is the looks that are shown. */
const WORKLOADS = ['hello', 'hash', 'todos', 'echo', 'stream'];
const DECEITS = [
  { server: 'koa', deception: 'burns', requests: '^/hash' },
  { server: 'express', deception: 'oneError', requests: '^/todos' },
];
/** Koa's usual share on hash, of which the burning leaves two thirds. */
const SLOWED_LIMIT = { throughputOfYardstickMin: 0.6 };
/** All three together stay below 300 KB. */
const PICTURE = { type: /** @type {const} */ ('jpeg'), quality: 70 };
const SIZE = { width: 1180, height: 900 };
/** Of the printed table, after which what was found is told. */
const LEGEND = /^< beyond/;

/** @returns {string} report.json of a run, in the sample's folder */
function measured() {
  const { gate, regression, stacks } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'thresholds.json'), 'utf8'),
  );
  const limits = Object.fromEntries(
    SERVERS.filter((server) => server !== 'yardstick').map((server) => {
      const own = Object.entries(stacks[`node/${server}`]);
      return [
        `node/${server}`,
        Object.fromEntries(own.filter(([name]) => WORKLOADS.includes(name))),
      ];
    }),
  );
  Object.assign(limits['node/koa'].hash, SLOWED_LIMIT);
  const $schema = 'contracts/schema/thresholds.schema.json';
  const thresholds = { $schema, gate, regression, stacks: limits };
  const house = buildRealHouse({ servers: SERVERS, deceits: DECEITS, thresholds });
  try {
    const words = ['measure', '--workload', ...WORKLOADS, '--max-minutes', '6'];
    const { stdout } = spawnSync(process.execPath, [LOADLINE, ...words], {
      cwd: house.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for (const name of ['report.json', 'blocks.ndjson']) {
      const text = fs.readFileSync(path.join(house.root, name), 'utf8');
      // Where this machine keeps the repository is nobody's business.
      fs.writeFileSync(path.join(SAMPLE, name), text.replaceAll(ROOT, '.'));
    }
    fs.writeFileSync(path.join(SAMPLE, 'printed.log'), stdout);
  } finally {
    house.remove();
  }
  return path.join(SAMPLE, 'report.json');
}

/** @param {string} name */
function picture(name) {
  return path.join(SAMPLE, `${name}.jpg`);
}

/** @param {string} executablePath */
async function draw(executablePath) {
  fs.mkdirSync(SAMPLE, { recursive: true });
  const report = process.argv[2] ?? measured();
  const sample = writePage(report, { file: path.join(SAMPLE, 'sample.html') });
  const args = ['--disable-lcd-text'];
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(pathToFileURL(sample).href);
    await page.locator('.map').waitFor();
    const { y, height } = /** @type {{ y: number, height: number }} */ (
      await page.locator('.legend').boundingBox()
    );
    const clip = { x: 0, y: 0, width: SIZE.width, height: y + height + 24 };
    await page.screenshot({ ...PICTURE, path: picture('report'), clip, fullPage: true });
    const failing = page.locator('button.cell[data-mark=fail]');
    const cell =
      (await failing.count()) > 0 ? failing.first() : page.locator('button.cell').first();
    await cell.click();
    await page.locator('dialog canvas').first().waitFor();
    await page.locator('dialog').screenshot({ ...PICTURE, path: picture('cell') });
    await drawPrinted(browser, path.join(path.dirname(report), 'printed.log'));
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} log what the run has printed
 */
async function drawPrinted(browser, log) {
  if (!fs.existsSync(log)) return;
  const all = fs.readFileSync(log, 'utf8').trimEnd().split('\n');
  const lines = all.slice(all.findIndex((line) => LEGEND.test(line)) + 2);
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent('<pre></pre>');
  await page.locator('pre').evaluate((pre, text) => {
    pre.textContent = text;
    pre.setAttribute(
      'style',
      'display:inline-block;margin:0;padding:20px 24px;background:#14191c;color:#e5e9ea;font:12px/1.5 monospace',
    );
  }, lines.join('\n'));
  await page.locator('pre').screenshot({ ...PICTURE, path: picture('gate') });
}

const executablePath = findBrowser();
if (executablePath === null) {
  process.stderr.write(`pictures: ${NO_BROWSER}\n`);
  process.exitCode = 2;
} else {
  draw(executablePath);
}
