/** What a person sees of `loadline`: tables, reports, exit codes and refusals. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { default: Ajv2020 } = require('ajv/dist/2020');
const { buildHouse, faulty } = require('./house');
const { buildJudgedHouse } = require('./judged-house');
const { processesOf, runLoadline } = require('./run-loadline');

jest.setTimeout(30_000);

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');

/** @type {import('./house').House} */
let house;

afterEach(() => house.remove());

/** @param {string} name */
function schema(name) {
  return JSON.parse(fs.readFileSync(path.join(SCHEMAS, name), 'utf8'));
}

/** @returns {any} */
function report() {
  return JSON.parse(fs.readFileSync(path.join(house.root, 'report.json'), 'utf8'));
}

/**
 * @param {any} value
 * @returns {any[]}
 */
function schemaErrors(value) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addSchema(schema('sample.schema.json'), 'sample.schema.json');
  const validate = ajv.compile(schema('report.schema.json'));
  validate(value);
  return validate.errors ?? [];
}

describe('a house without faults', () => {
  test('start checks, measures, prints one table and writes a report that obeys its schema', async () => {
    house = buildHouse({
      stack: { variants: { other: {} } },
      others: [{ needs: { node: 99 } }],
    });
    const { exitCode, stdout, stderr } = await runLoadline(house, 'start', '--seconds', '0.5');
    expect(stdout).toMatch(/^requests\/s +hello\nnode\/first +[\d,.]+\*?\n\np50, ms +hello$/m);
    expect(stdout).toContain('checked 1 stacks and variants, 1 cases: all hold');
    expect(stdout).toContain('variants that were left out: 1 (--full takes them in)');
    expect(stdout).toContain('Not run\n  node/second: it needs Node 99');
    expect(stdout).toMatch(/^passed\n {2}report +report.json\n {2}to look at +report.html\n$/m);
    expect(stderr).toMatch(/measure node\/first: 1 not judged, in [\d.]+ s/);
    expect(exitCode).toBe(0);
    expect(schemaErrors(report())).toEqual([]);
    const [first, second] = report().stacks;
    expect(first.workloads.hello.sample.errors.total).toBe(0);
    expect(first.check).toMatchObject({ cases: 1, failed: [] });
    expect(second.notRun).toContain('it needs Node 99');
    expect(processesOf(house)).toEqual([]);
    expect(fs.readdirSync(house.temporary)).toEqual([]);
  });

  test('check takes the variants in', async () => {
    house = buildHouse({ stack: { variants: { other: {} } } });
    const { stdout } = await runLoadline(house, 'check');
    expect(stdout).toContain('checked 2 stacks and variants, 2 cases: all hold');
  });

  test('measure --stack measures the named stack or variant alone', async () => {
    house = buildHouse({ stack: { variants: { other: {} } }, others: [{}] });
    const args = [
      ...['--stack', 'node/first:other', '--seconds', '0.2', '--warm-up', '2.5'],
      ...['--report', 'deep/own.json'],
    ];
    const { exitCode, stdout } = await runLoadline(house, 'measure', ...args);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('report       deep/own.json');
    const { stacks } = JSON.parse(fs.readFileSync(path.join(house.root, 'deep/own.json'), 'utf8'));
    expect(stacks.map((/** @type {any} */ { id }) => id)).toEqual(['node/first:other']);
    expect(stacks[0].workloads.hello.warmUp.seconds).toBeGreaterThanOrEqual(2.5);
  });
});

describe('a server with a fault', () => {
  test('that answers wrongly fails the check, and its message holds no escape sequence', async () => {
    house = buildHouse();
    setFault('wrong');
    const { exitCode, stdout } = await runLoadline(house, 'check');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('node/first › greets');
    expect(stdout).toContain('FAILED');
    expect(stdout).not.toContain('\u001b');
  });

  test('that answers wrongly under load fails the run, and its speed is none', async () => {
    house = buildHouse();
    setFault('wrong');
    const { exitCode, stdout } = await runLoadline(house, 'measure', '--seconds', '0.2');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^requests\/s +hello\nnode\/first +0$/m);
    expect(stdout).toContain('node/first hello: wrong under load\n  required  every answer right');
    expect(stdout).toContain('\\u001b[31mWurld!');
    expect(report().passed).toBe(false);
  });

  test('that ends at start fails the run with what it wrote', async () => {
    house = buildHouse({
      stack: { command: ['node', '-e', 'console.error("no luck"); process.exit(3)'] },
      others: [{}],
    });
    const { exitCode, stdout } = await runLoadline(house, 'measure', '--seconds', '0.2');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('node/first: node/first ended before it was ready');
    expect(stdout).toContain('no luck');
    expect(report().stacks[1].workloads.hello.sample.valid).toBeGreaterThan(0);
  });

  test('that is known and passes fails the check', async () => {
    house = buildHouse({ stack: { knownFailing: { 'hello.get': 'it is shy' } } });
    const { exitCode, stdout } = await runLoadline(house, 'check');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('take hello.get out of knownFailing in its stack.json');
  });

  /** @param {string} fault */
  function setFault(fault) {
    const file = path.join(house.root, 'node/servers/0/stack.json');
    const stack = JSON.parse(fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(file, JSON.stringify({ ...stack, command: faulty(house.marks, fault) }));
  }
});

describe('bad input', () => {
  test.each([
    [
      ['measure', '--stack', 'node/frist'],
      'unknown stack "node/frist": did you mean "node/first"?\nknown: node/first',
    ],
    [
      ['check', '--workload', 'helo'],
      'unknown workload "helo": did you mean "hello"?\nknown: hello',
    ],
    [['check', '--workload', 'zzz'], 'unknown workload "zzz"\nknown: hello'],
    [['measure', '--seconds', 'ten'], 'Expected a number from 0.1 to 600.'],
    [['measure', '--seconds', '0'], 'Expected a number from 0.1 to 600.'],
    [['measure', '--warm-up', '5', '--bare'], "option '--warm-up <seconds>' cannot be used with"],
    [['mesure'], "unknown command 'mesure'"],
    [['measure', '--stak'], "unknown option '--stak'"],
  ])('%j is refused with exit code 2', async (args, message) => {
    house = buildHouse();
    const { exitCode, stderr } = await runLoadline(house, ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  test('a warm-up of its own is measured without judging, for limits are of the usual one', async () => {
    house = buildJudgedHouse({});
    const only = ['--stack', 'node/second', '--seconds', '0.2', '--warm-up', '0.5'];
    const { exitCode, stdout } = await runLoadline(house, 'measure', ...only);
    expect(stdout).toContain('not judged: limits are of the connections and the warm-up');
    expect(exitCode).toBe(0);
  });

  test('a stack that breaks its schema is refused with every problem, and no stack trace', async () => {
    house = buildHouse({ stack: { id: 'First', workloads: ['hullo'] } });
    const { exitCode, stderr } = await runLoadline(house, 'check');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('node/servers/0/stack.json /id');
    expect(stderr).toContain('node/servers/0/stack.json /workloads/0');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('--help', () => {
  test.each([
    [['--help'], 'measure'],
    [['check', '--help'], 'loadline check --stack node/koa'],
    [['measure', '--help'], 'loadline measure --full'],
    [['start', '--help'], 'npm start'],
  ])('%j tells what can be typed, with examples', async (args, example) => {
    house = buildHouse();
    const { exitCode, stdout } = await runLoadline(house, ...args);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(example);
    expect(stdout).toContain('Exit codes: 0 pass, 1 fail, 2 bad input or set-up');
  });
});
