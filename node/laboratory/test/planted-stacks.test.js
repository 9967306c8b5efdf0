/** Whatever is planted into a real stack of either language costs what it says: where it does nothing, these fail. */
'use strict';

const {
  build,
  copyStack,
  cpuMicrosOf,
  plant,
  shareHeldUp,
  whyNotPlanted,
  withPlanted,
} = require('./planted-stack');

jest.setTimeout(600_000);

const HELLO = '^/hello';
const LOAD = { warmUp: 6_000, windows: 7, requests: 1_000 };
/** A request that loses half of the throughput costs twice as much. */
const HALF = 0.5;
const COSTLIER_MIN = 1.45;
/** The collector's time comes on top of what is allocated. */
const COSTLIER_MAX = { cpu: 3.5, query: 3.5, allocation: 4.5 };
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
    /** @type {number} */
    let usual;
    beforeAll(async () => {
      copy = copyStack(id);
      const nothing = /** @type {const} */ ({ harm: 'cpu', share: 0, paths: HELLO });
      plant(copy, nothing);
      if (language === 'java') await build(copy);
      usual = await withPlanted(copy, nothing, (server) => cpuMicrosOf(server, LOAD));
    });
    afterAll(() => copy?.remove());

    test.each(/** @type {const} */ (['cpu', 'allocation', 'query']))(
      '%s: a request costs about twice the CPU time',
      async (harm) => {
        const planted = { harm, share: HALF, paths: HELLO };
        const cost = await withPlanted(copy, planted, (server) => cpuMicrosOf(server, LOAD));
        expect(cost / usual).toBeGreaterThan(COSTLIER_MIN);
        expect(cost / usual).toBeLessThan(COSTLIER_MAX[harm]);
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
