/** The gate itself: a whole run of Jest, as `npm test` makes it, fails when one of its tests does. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

jest.setTimeout(120_000);

const CONFIG = path.resolve(__dirname, '../../jest.config.js');
const JEST = require.resolve('jest/bin/jest');

/** @type {string} */
let folder;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'loadline-'));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @param {string} body of the one test of a whole run */
async function run(body) {
  fs.writeFileSync(path.join(folder, 'one.test.js'), `test('one', () => { ${body} });`);
  const config = {
    ...require(CONFIG),
    rootDir: path.dirname(CONFIG),
    roots: [folder],
    testMatch: [`${folder}/*.test.js`],
  };
  const args = ['--config', JSON.stringify(config), '--json', '--outputFile', `${folder}/out.json`];
  const jest = spawn(process.execPath, [JEST, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  jest.stderr.on('data', (data) => (stderr += data));
  const [exitCode] = await once(jest, 'close');
  if (!fs.existsSync(`${folder}/out.json`)) throw new Error(`no result, but: ${stderr}`);
  const { numFailedTests } = JSON.parse(fs.readFileSync(`${folder}/out.json`, 'utf8'));
  return { exitCode, numFailedTests };
}

test.each([
  ['that holds ends with 0', '', { exitCode: 0, numFailedTests: 0 }],
  ['that fails ends with 1', 'expect(1).toBe(2);', { exitCode: 1, numFailedTests: 1 }],
])('a run with a test %s', async (_, body, expected) => {
  expect(await run(body)).toEqual(expected);
});
