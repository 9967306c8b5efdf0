/** Work that several share: it overlaps, each thing is done once, and a failure waits for the others. */
'use strict';

const { shareOut } = require('../../src/measure/share-out');
const { Meeting } = require('./meeting');

test('two are done at the same time', async () => {
  const both = new Meeting(2);
  await shareOut(['base', 'head'], ['one driver', 'another'], () => both.arrive());
  expect(both.hasMet).toBe(true);
});

test('whoever has done one takes the next, and all are begun in order', async () => {
  /** @type {string[]} */
  const begun = [];
  await shareOut(['a', 'b', 'c', 'd', 'e'], [1, 2], async (what) => void begun.push(what));
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a failure is told once the other has come to its end, and nothing is begun after it', async () => {
  /** @type {string[]} */
  const done = [];
  const both = new Meeting(2);
  const all = ['broken', 'sound', 'never begun'];
  const work = shareOut(all, [1, 2], async (what) => {
    await both.arrive();
    if (what === 'broken') throw new Error('no luck');
    await new Promise((resolve) => setTimeout(resolve, 50));
    done.push(what);
  });
  await expect(work).rejects.toThrow('no luck');
  expect(done).toEqual(['sound']);
});
