/** The page in a real browser: every part is found, clicked and read, and nothing in a report can get out of its place. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const axe = require('axe-core');
const { chromium } = require('playwright-core');
const { stack } = require('./a-report');
const { cell, throughput, writeRun } = require('./a-run');
const { NO_BROWSER, findBrowser } = require('./browser');
const { manyCells, mixedRun } = require('./some-runs');

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');
const BYTES_MAX = 3_000_000;
const DRAWN_MILLIS_MAX = 1_000;
const LOADS = 3;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 800 };
const HOSTILE =
  '</script><script>window.taken = true</script><img src=x onerror="window.taken = true">';
const QUOTED = `node/"quo'ted"<b>`;

const executablePath = findBrowser();

if (executablePath === null) {
  // eslint-disable-next-line jest/no-disabled-tests -- with its reason
  test.skip(`the page in a browser: ${NO_BROWSER}`, () => expect(executablePath).not.toBeNull());
} else {
  describe('the page in a browser', () => {
    inBrowser(executablePath);
  });
}

/** @param {string} executable */
function inBrowser(executable) {
  /** @type {Browser} */
  let browser;
  /** @type {(() => unknown)[]} */
  const after = [];

  beforeAll(async () => {
    // Chromium's sandbox refuses root, as which a container runs.
    browser = await chromium.launch({ executablePath: executable, chromiumSandbox: false });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const end of after.splice(0)) await end();
  });

  /**
   * @param {ReturnType<typeof writeRun>} run
   * @param {import('playwright-core').BrowserContextOptions & { besideFile?: string }} [how]
   * @returns {Promise<{ page: Page, asked: string[], errors: string[] }>} with every request and error
   */
  async function opened(run, { besideFile, ...how } = {}) {
    after.push(run.remove);
    const address = pathToFileURL(pageOf(run.file, besideFile)).href;
    const context = await browser.newContext({ viewport: WIDE, ...how });
    after.push(() => context.close());
    const page = await context.newPage();
    /** @type {string[]} */
    const asked = [];
    /** @type {string[]} */
    const errors = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(address);
    await page.locator('h1').waitFor();
    expect({ asked, errors }).toEqual({ asked: [address], errors: [] });
    return { page, asked, errors };
  }

  test('tells the verdict, what was judged and what was not, and who is to blame', async () => {
    const { page } = await opened(mixedRun());
    expect(await page.locator('h1').textContent()).toBe(
      'Failed: node/slow on hash: throughput below its limit.',
    );
    const header = await page.locator('header.verdict').textContent();
    expect(header).toMatch(/4 limits hold · 1 limit does not hold · 1 undecided · 1 not to be/);
    const found = await page.getByRole('region', { name: 'What was found' }).textContent();
    expect(found).toMatch(/node\/slow hash.*at least 0\.500 of the yardstick.*0\.300 \(0\.290 to/);
    expect(found).toMatch(/thresholds\.json \/stacks\/node~1slow\/hash\/throughputOfYardstickMin/);
    expect(found).toMatch(/Not judged.*node\/fine todos.*: left to --full/);
  });

  test('maps stacks and workloads, with marks that need no colour, by throughput and by p99', async () => {
    const { page } = await opened(mixedRun());
    const slow = page.getByRole('button', { name: /^node\/slow hash: throughput 0\.300/ });
    expect(await slow.getAttribute('aria-label')).toMatch(/limit 0\.500, does not hold$/);
    expect(await slow.textContent()).toContain('✕');
    expect(await slow.getAttribute('data-step')).toBe('beyond-3');
    expect(await page.locator('[data-cell="node/open hash"]').textContent()).toContain('?');
    expect(await page.locator('[data-cell="node/late hash"]').textContent()).toContain('!');
    expect(await page.locator('.map').textContent()).toContain('–not measured');
    await page.getByRole('radio', { name: /^p99/ }).check({ force: true });
    expect(await page.locator('.map caption').textContent()).toMatch(/^p99 of latency/);
    expect(await page.locator('[data-cell="node/fine hash"]').textContent()).toContain('2.500');
  });

  test('opens a cell: blocks, latencies, use, what was left out, its limit, and its command', async () => {
    const { page } = await opened(mixedRun());
    await page.locator('[data-cell="node/fine hash"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('canvas').nth(3).waitFor();
    const text = String(await dialog.textContent());
    expect(text).toMatch(/0\.712 of the yardstick, 0\.690 to 0\.740, 12 blocks/);
    expect(text).toContain('"throughputOfYardstickMin": 0.5');
    expect(text).toMatch(/CPU, µs a request.*23\.4.*RSS, MiB.*99.*event loop delay p99, ms.*4\.10/);
    expect(text).toMatch(/What was left out.*p99: 1 block: late sends/);
    expect(text).toContain('npx loadline measure --stack node/fine --workload hash');
    const labels = await dialog
      .getByRole('img')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect(labels).toEqual([
      expect.stringMatching(/^throughput of 12 blocks, 0 left out, of node\/yardstick/),
      expect.stringMatching(/^Latency\. node\/fine: half within 0\.9\d+ ms, 90 % within 2\.\d+ ms/),
      expect.stringMatching(/^p99 of 12 blocks, 1 left out/),
      expect.stringMatching(/^Latency\. .*node\/yardstick: half within/),
    ]);
    expect(await isDrawn(page)).toBe(true);
    await dialog.getByText('12 blocks as a table, ms').click();
    expect(await dialog.getByRole('row', { name: /^1\.4 3\.42 1\.32/ }).textContent()).toContain(
      'late sends',
    );
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
  });

  test('is used by keys alone, and a link opens its cell', async () => {
    const { page } = await opened(mixedRun());
    await page.locator('[data-cell="node/slow hash"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').locator('h2').textContent()).toBe('node/open hash');
    const address = page.url();
    expect(address).toMatch(/#node%2Fopen%20hash$/);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.dataset.cell')).toBe('node/open hash');
    await page.goto('about:blank');
    await page.goto(address);
    expect(await page.getByRole('dialog').locator('h2').textContent()).toBe('node/open hash');
  });

  test('sorts, filters and copies the figures', async () => {
    const { page } = await opened(mixedRun(), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const section = page.getByRole('region', { name: 'All figures' }).first();
    const firsts = () => section.locator('tbody tr th').allTextContents();
    await section.getByRole('button', { name: 'measured' }).click();
    const [most] = await firsts();
    await section.getByRole('button', { name: 'measured' }).click();
    expect(
      await section.getByRole('columnheader', { name: 'measured' }).getAttribute('aria-sort'),
    ).toBe('ascending');
    expect((await firsts())[0]).toBe('node/slow');
    expect(most).not.toBe('node/slow');
    await section.getByLabel('Filter').fill('fine hash p99');
    expect(await firsts()).toEqual(['node/fine']);
    await section.getByRole('button', { name: 'Copy as CSV' }).click();
    await section.getByText('copied').waitFor();
    const csv = /** @type {string} */ (await page.evaluate('navigator.clipboard.readText()'));
    expect(csv.split('\r\n')[0]).toMatch(/^stack,workload,metric,verdict,measured,from,to,limit/);
    expect(csv.split('\r\n')[1]).toMatch(/^node\/fine,hash,p99,holds,2\.5,2,3\.25,4,0\.6/);
    await section.getByLabel('Filter').fill('');
    await section.getByLabel('Verdict').selectOption('fail');
    expect(await firsts()).toEqual(['node/slow']);
  });

  test('tells the machine, versions, services and the seed', async () => {
    const { page } = await opened(mixedRun());
    const run = await page.getByRole('region', { name: 'The run' }).textContent();
    expect(run).toMatch(/A Processor.*driver on 1, servers on 0.*20\.20\.2.*Redis 7.*Seed7/s);
  });

  test.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ])('axe finds nothing: %s, %o', async (colorScheme, viewport) => {
    const { page } = await opened(mixedRun(), {
      colorScheme: /** @type {'dark'} */ (colorScheme),
      viewport,
    });
    await page.evaluate(axe.source);
    expect(await faults(page)).toEqual([]);
    await page.locator('[data-cell="node/late hash"]').click();
    await page.getByRole('dialog').locator('canvas').first().waitFor();
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  test('is printed on white, without what can only be clicked', async () => {
    const { page } = await opened(mixedRun(), { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.getByRole('button', { name: 'Copy as CSV' }).isVisible()).toBe(false);
    expect(await page.locator('.map').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('[data-cell="node/fine hash"]').click();
    // What lies above the page would be cut to one sheet.
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('dialog[open]:not(:modal)').count()).toBe(1);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator('dialog:modal').count()).toBe(1);
  });

  test('shows what a server wrote and what a stack is called as text', async () => {
    const faulty = cell(QUOTED, 'hash', { verdict: 'fail', faults: [HOSTILE] });
    const run = writeRun([faulty], {
      gate: { verdict: 'fail' },
      report: {
        passed: false,
        notes: [HOSTILE],
        stacks: [stack(QUOTED, { stderr: HOSTILE, problem: HOSTILE })],
      },
    });
    const { page, asked, errors } = await opened(run);
    await page.locator('button.cell').click();
    const command = await page.locator('.again pre').textContent();
    expect(command).toBe(`npx loadline measure --stack 'node/"quo'\\''ted"<b>' --workload hash`);
    expect(await page.locator('dialog .message').first().textContent()).toContain(HOSTILE);
    expect(await page.locator('.stack pre').textContent()).toBe(HOSTILE);
    expect(await page.locator('img[src]').count()).toBe(0);
    expect(await page.evaluate('"taken" in window')).toBe(false);
    expect({ asked: asked.length, errors }).toEqual({ asked: 1, errors: [] });
  });

  test('shows a report without blocks, without figures, and without a gate', async () => {
    const bare = cell('node/a', 'hash', { figures: { subject: null, reference: null } });
    const { page } = await opened(writeRun([bare], { withBlocks: false }));
    await page.locator('button.cell').click();
    expect(await page.getByRole('dialog').textContent()).toContain(
      'blocks.ndjson is not beside the report',
    );
    const { page: other } = await opened(
      writeRun([], { report: { gate: null }, withBlocks: false }),
    );
    expect(await other.locator('h1').textContent()).toBe('Nothing was measured.');
  });

  test('shows two reports beside one another, cell by cell', async () => {
    const before = writeRun([cell('node/a', 'hash'), cell('node/gone', 'hash')]);
    after.push(before.remove);
    const pointer = '/stacks/node~1a/hash';
    const faster = throughput('node/a', 'hash', pointer, { measured: 0.9, interval: [0.85, 0.95] });
    const { page } = await opened(writeRun([cell('node/a', 'hash', { metrics: [faster] })]), {
      besideFile: before.file,
    });
    const beside = await page
      .getByRole('region', { name: 'Beside the other report' })
      .textContent();
    expect(beside).toMatch(/1 moved further than both intervals reach/);
    expect(beside).toMatch(/0\.712 \(0\.690 to 0\.740\)0\.900 \(0\.850 to 0\.950\)\+26\.4 %/);
    expect(beside).toContain('Only in the other one: node/gone hash.');
    await page.locator('button.cell').click();
    expect(await page.getByRole('dialog').textContent()).toMatch(
      /throughput: 0\.900 \(\+26\.4 %\); in the other report 0\.712, holds/,
    );
  });

  test.each([
    ['warn', true],
    ['fail', false],
  ])(
    'tells of a base that could not be measured, inconclusive: %s',
    async (inconclusive, passed) => {
      const why = 'node/a@base: it ended before it was ready';
      const away = cell('node/a', 'hash', { verdict: 'invalid', invalid: why, metrics: [] });
      const gate = { ...gateFacts(), verdict: 'invalid', inconclusive, comparisons: [away] };
      const stacks = [stack('node/a'), stack('node/a@base', { problem: why })];
      const { page } = await opened(writeRun([away], { report: { passed, stacks, gate } }));
      expect(await page.locator('h1').textContent()).toBe(
        'Not to be trusted: nothing could be judged.',
      );
      const found = await page.getByRole('region', { name: 'What was found' }).textContent();
      expect(found).toContain(why);
    },
  );

  test('shows a report of the version before', async () => {
    const { metrics, subject, figures, drifts, ...rest } = cell('node/a', 'hash');
    const cells = [{ ...rest, stack: subject, metrics, resources: figures.subject }];
    const run = writeRun([], {
      report: { schemaVersion: '1.2', gate: { ...gateFacts(), cells }, goals: [], comparisons: [] },
    });
    expect(drifts).toEqual([]);
    const { page } = await opened(run);
    expect(await page.locator('h1').textContent()).toBe('Passed: all 2 limits hold.');
    await page.locator('button.cell').click();
    expect(await page.getByRole('dialog').textContent()).toContain(
      'blocks are shown of reports from version 2.0',
    );
  });

  test('100 cells are under 3 MB and drawn in under a second', async () => {
    const { page, bytes, drawnMillis } = await drawn(manyCells(10, 10));
    process.stdout.write(`the page of 100 cells: ${bytes} bytes, drawn in ${drawnMillis} ms\n`);
    expect(bytes).toBeLessThan(BYTES_MAX);
    expect(drawnMillis).toBeLessThan(DRAWN_MILLIS_MAX);
    expect(await page.locator('button.cell').count()).toBe(100);
  });

  test('1,000 cells still scroll', async () => {
    const { page, bytes, drawnMillis } = await drawn(manyCells(50, 20, 2));
    process.stdout.write(`the page of 1,000 cells: ${bytes} bytes, drawn in ${drawnMillis} ms\n`);
    expect(await page.locator('button.cell').count()).toBe(1_000);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1_500);
    await page.waitForFunction('scrollY > 1000');
    await page.locator('button.cell').last().click();
    expect(await page.getByRole('dialog').locator('h2').textContent()).toBe('node/s49 wt');
  }, 120_000);

  /**
   * @param {ReturnType<typeof writeRun>} run
   * @returns {Promise<{ page: Page, bytes: number, drawnMillis: number }>} the least of a few loads: others use the machine too
   */
  async function drawn(run) {
    const { page } = await opened(run);
    const { size: bytes } = fs.statSync(run.file.replace(/json$/, 'html'));
    const times = [];
    for (let load = 0; load < LOADS; load += 1) {
      await page.reload();
      times.push(Number(await page.evaluate('document.documentElement.dataset.drawnMillis')));
    }
    return { page, bytes, drawnMillis: Math.min(...times) };
  }
}

/**
 * @param {string} file
 * @param {string} [besideFile]
 * @returns {string} the page that the command has written
 */
function pageOf(file, besideFile) {
  const words = ['report', file, ...(besideFile === undefined ? [] : ['--beside', besideFile])];
  return execFileSync(process.execPath, [LOADLINE, ...words], { encoding: 'utf8' }).trim();
}

function gateFacts() {
  return {
    verdict: 'pass',
    culprits: [],
    falseAlarm: 0.01,
    missed: 0.05,
    maxBlocks: 40,
    inconclusive: 'warn',
    seed: 7,
    blocksFile: null,
  };
}

/**
 * @param {Page} page with axe in it
 * @returns {Promise<string[]>}
 */
async function faults(page) {
  const { violations } = /** @type {any} */ (await page.evaluate('axe.run()'));
  return violations.map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes.map((/** @type {any} */ { html }) => html).join('\n')}`,
  );
}

/**
 * @param {Page} page
 * @returns {Promise<boolean>} whether every plot has something on it
 */
function isDrawn(page) {
  return page.evaluate(`[...document.querySelectorAll('canvas')].every((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  })`);
}
