/** Whatever is planted into a real stack of either language costs what it says: where it does nothing, these fail. */
'use strict';

const {
  build,
  copyStack,
  plant,
  shareHeldUp,
  timesTheCpu,
  whyNotPlanted,
  withPlanted,
} = require('./planted-stack');

jest.setTimeout(600_000);

const HELLO = '^/hello';
const LOAD = { warmUp: 8_000, windows: 15, requests: 1_000 };
/** Of two equal parts one is planted; the other gets dearer by that, and so does what is planted. The collector's time comes on top. */
const HALF = 0.5;
const TIMES_MIN = 1.7;
const TIMES_MAX = {
  node: { cpu: 3.5, query: 3.5, allocation: 4.5 },
  java: { cpu: 4.5, query: 4.5, allocation: 5.5 },
};
const EVERY_MILLIS = { lock: 100, stall: 1_000 };
const HELD_SHARE = 0.4;
const HELD_MILLIS = 4_000;

describe.each(
  /** @type {const} */ ([
    ['node/koa', 'node'],
    ['java/javalin', 'java'],
  ]),
)('%s', (id, language) => {
  const why = whyNotPlanted(language);
  const ifPlanted = why === null ? describe : describe.skip;

  ifPlanted(why === null ? 'what is planted' : `what is planted (skipped: ${why})`, () => {
    /** @type {import('./planted-stack').Copy} */
    let copy;
    beforeAll(async () => {
      copy = copyStack(id);
      plant(copy, { harm: 'cpu', share: 0, paths: HELLO });
      if (language === 'java') await build(copy);
    });
    afterAll(() => copy?.remove());

    test.each(/** @type {const} */ (['cpu', 'allocation', 'query']))(
      '%s: a request costs a multiple of the CPU time',
      async (harm) => {
        const how = { harm, share: HALF, paths: HELLO };
        const times = await withPlanted(copy, { ...how, share: 0 }, (usual) =>
          withPlanted(copy, how, (planted) => timesTheCpu({ usual, planted }, LOAD)),
        );
        expect(times).toBeGreaterThan(TIMES_MIN);
        expect(times).toBeLessThan(TIMES_MAX[language][harm]);
      },
    );

    test.each(/** @type {const} */ (['lock', 'stall']))(
      '%s: requests are held up for that share of the time',
      async (harm) => {
        const everyMillis = EVERY_MILLIS[harm];
        const how = { millis: HELD_MILLIS, longMillis: 0.8 * HELD_SHARE * everyMillis };
        /** @type {number[]} */
        const held = [];
        for (const share of [0, HELD_SHARE]) {
          const planted = { harm, share, everyMillis, paths: HELLO };
          held.push(await withPlanted(copy, planted, (server) => shareHeldUp(server, how)));
        }
        expect(held[1] - held[0]).toBeGreaterThan(HELD_SHARE / 2);
        expect(held[1]).toBeLessThan(1.8 * HELD_SHARE + held[0]);
      },
    );
  });
});
