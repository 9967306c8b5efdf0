/** What a person sees of the real command: on a terminal, in CI, with NO_COLOR, with --quiet. */
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const path = require('node:path');
const { buildHouse, faulty } = require('./house');
const { processesOf, until } = require('./run-loadline');

jest.setTimeout(60_000);

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const RED = '\u001b[31m';
const CTRL_C = '\u0003';
const NO_TERMINAL = 'a terminal of its own needs script (util-linux)';

/** @type {import('./house').House} */
let house;

afterEach(() => house.remove());

/**
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, columns?: number, rows?: number }} [terminal]
 */
function startOnTerminal(args, { env = {}, columns = 100, rows = 30 } = {}) {
  const { CI: _, NO_COLOR: __, ...inherited } = process.env;
  // The shell sees no more than names of variables.
  const command = `stty cols ${columns} rows ${rows}; exec "$NODE" "$LOADLINE" $ARGUMENTS`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: house.root,
    env: {
      ...inherited,
      TERM: 'xterm',
      TMPDIR: house.temporary,
      LOADLINE_TEST: house.root,
      NODE: process.execPath,
      LOADLINE,
      ARGUMENTS: args.join(' '),
      ...env,
    },
  });
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { child, text: () => text, ended: async () => ({ exitCode: await ended, text }) };
}

/**
 * @param {string} text
 * @returns {string} what came after the view was gone
 */
function afterView(text) {
  return text.slice(text.lastIndexOf(SHOW_CURSOR) + SHOW_CURSOR.length).replaceAll('\r', '');
}

if (spawnSync('script', ['--version']).status === 0) {
  describe('on a terminal', () => {
    test('a check is shown live, and what fails is named as it falls; then the view is gone', async () => {
      house = buildHouse({ stack: { command: faulty('marks', 'wrong') } });
      const { exitCode, text } = await startOnTerminal(['check']).ended();
      expect(exitCode).toBe(1);
      expect(text).toContain('0 of 1 cases on 1 stacks and variants');
      expect(text).toContain('failed: node/first › greets');
      expect(text.split(HIDE_CURSOR)).toHaveLength(2);
      expect(text.split(SHOW_CURSOR)).toHaveLength(2);
      expect(afterView(text)).toMatch(/^checked 1 stacks and variants, 1 cases: 1 do not hold\n/);
      expect(afterView(text)).not.toContain('\u001b');
    });

    test('a terminal that is narrower and lower than the view breaks nothing', async () => {
      house = buildHouse();
      const tiny = { columns: 12, rows: 2 };
      const { exitCode, text } = await startOnTerminal(['check'], tiny).ended();
      expect(exitCode).toBe(0);
      expect(text).toContain('check [1/1]');
      expect(text).not.toContain('0 of 1 cases');
      expect(afterView(text)).toMatch(/^checked 1 stacks/);
    });

    test('NO_COLOR leaves the colours out', async () => {
      house = buildHouse();
      const { text } = await startOnTerminal(['check'], { env: { NO_COLOR: '1' } }).ended();
      expect(text).toContain('0 of 1 cases');
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/\u001b\[\d+m/);
      const colored = await startOnTerminal(['check']).ended();
      // eslint-disable-next-line no-control-regex
      expect(colored.text).toMatch(/\u001b\[\d+m/);
      expect(colored.text).not.toContain(RED);
    });

    test.each([
      ['in CI there are plain lines', [], { CI: 'true' }, /^check \[1\/1\] node\/first 1 cases/],
      ['--quiet leaves but the end', ['--quiet'], {}, /^checked 1 stacks and variants/],
    ])('%s', async (_, args, env, first) => {
      house = buildHouse();
      const { text } = await startOnTerminal(['check', ...args], { env }).ended();
      expect(text).not.toContain('\u001b');
      expect(text).toMatch(first);
      expect(text).toMatch(/^passed\r$/m);
    });

    test('Ctrl-C takes the view away and shows the cursor again', async () => {
      house = buildHouse({ hold: true });
      const run = startOnTerminal(['check']);
      await until(() => run.text().includes('1 of 2 cases'), 'the case that waits');
      run.child.stdin.write(CTRL_C);
      const { exitCode, text } = await run.ended();
      expect(exitCode).toBe(130);
      expect(text).toContain('interrupted');
      expect(text.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(text.lastIndexOf(HIDE_CURSOR));
      expect(text.lastIndexOf('cases on')).toBeLessThan(text.lastIndexOf('interrupted'));
      await until(() => processesOf(house).length === 0, 'the end of all processes');
    });
  });
} else {
  // eslint-disable-next-line jest/no-disabled-tests -- with its reason
  test.skip(`the command on a terminal: ${NO_TERMINAL}`, () => expect(NO_TERMINAL).toBe(''));
}
