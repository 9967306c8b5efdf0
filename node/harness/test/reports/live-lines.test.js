/** What a live view shows of a run, and that it fits. */
'use strict';

const { liveLines } = require('../../src/reports/live-lines');
const { LimitTally } = require('../../src/reports/limit-tally');

const WIDE = { columns: 120, rows: 30, hasColors: false };
const CHECKS = { stacks: 37, cases: 310, ofCases: 1_240, failed: 2 };

/** @param {import('../../src/measure/so-far').LimitState[]} states */
function tallyOf(...states) {
  const tally = new LimitTally();
  tally.add(states.map((state, at) => ({ name: `node/a hash.${at}`, state })));
  return tally;
}

/** @param {object} [more] */
function shown(more) {
  return {
    what: 'check [1/37] node/koa',
    secondsGone: 41,
    checks: null,
    limits: null,
    secondsMax: Infinity,
    ...more,
  };
}

test('a check tells how many cases were run, what does not hold, and the time that the pace so far leaves', () => {
  expect(liveLines(shown({ checks: CHECKS }), WIDE)).toEqual([
    'check [1/37] node/koa',
    '[######------------------] 310 of 1,240 cases on 37 stacks and variants, 2 do not hold',
    '0:41 gone, about 2:03 left',
  ]);
});

test('a measurement tells how many limits are decided, and when no block is begun any more', () => {
  const limits = tallyOf('pass', 'pass', 'fail', 'open', 'unmeasured');
  expect(liveLines(shown({ limits, secondsGone: 60, secondsMax: 720 }), WIDE).slice(1)).toEqual([
    '[##################------] 3 of 4 limits decided: 2 passed, 1 failed, 1 open',
    '1:00 gone, about 0:20 left, at most 12:00',
  ]);
});

test.each([
  ['nothing is decided yet', tallyOf('open'), 720, '0:41 gone, at most 12:00 left'],
  ['there is no end', tallyOf('open'), Infinity, '0:41 gone, no end of time is set'],
  ['nothing is judged', tallyOf(), 7_260, '0:41 gone, at most 2:01:00 left'],
  [
    'its time is up',
    tallyOf('open'),
    -3,
    '0:41 gone, past its time: what was begun or looks worse is measured on',
  ],
])('where %s, no time is invented', (_, limits, secondsMax, text) => {
  expect(liveLines(shown({ limits, secondsMax }), WIDE).at(-1)).toBe(text);
});

test('no line is longer than the terminal is wide, and there are not more than it is high', () => {
  const lines = liveLines(shown({ checks: CHECKS }), { columns: 20, rows: 3, hasColors: false });
  expect(lines).toEqual(['check [1/37] node/k', '[######------------']);
  const tiny = liveLines(shown({ checks: CHECKS }), { columns: 1, rows: 1, hasColors: true });
  expect(tiny).toHaveLength(1);
});

test('colours are given where the terminal has them, and take no room', () => {
  const limits = tallyOf('pass', 'fail');
  const plain = liveLines(shown({ limits }), WIDE).join('\n');
  const colored = liveLines(shown({ limits }), { ...WIDE, hasColors: true }).join('\n');
  expect(plain).not.toContain('\u001b');
  expect(colored).toContain('\u001b[31m1 failed\u001b[39m');
  // eslint-disable-next-line no-control-regex
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('what a server sent does not reach the terminal as control characters', () => {
  const [first] = liveLines(shown({ what: 'node/\u001b[2Ja\nb' }), WIDE);
  expect(first).toBe('node/\\u001b[2Ja b');
});
