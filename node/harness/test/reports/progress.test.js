/** What is shown while a run works. */
'use strict';

const { figure } = require('../../src/reports/figures');
const { Progress } = require('../../src/reports/progress');

/** @param {object} [terminal] */
function written(terminal = {}) {
  let text = '';
  const progress = new Progress({ write: (more) => (text += more), ...terminal });
  return { progress, text: () => text };
}

test('on a terminal one line is rewritten, and never longer than the terminal is wide', () => {
  const { progress, text } = written({ isTTY: true, columns: 20 });
  progress.now('[1/2] node/express hello warm-up');
  progress.done('[1/2] done');
  progress.clear();
  expect(text()).toBe('\r\u001b[K[1/2] node/express \r\u001b[K[1/2] done\r\u001b[K');
});

test('elsewhere there is a line for each thing done, and none in between', () => {
  const { progress, text } = written();
  progress.now('warm-up');
  progress.done('hello 41,204 requests/s');
  progress.done('hash failed: line one\nline \u001b[31mtwo');
  expect(text()).toBe('hello 41,204 requests/s\nhash failed: line one line \\u001b[31mtwo\n');
});

test.each([
  [0, '0'],
  [0.0421, '0.042'],
  [0.734, '0.734'],
  [7.046, '7.05'],
  [23.81, '23.8'],
  [99.96, '100'],
  [412.6, '413'],
  [41_204.4, '41,204'],
])('%d is written as %s', (value, text) => {
  expect(figure(value)).toBe(text);
});
