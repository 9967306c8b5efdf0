/** Shares work out among several who do it at the same time. */
'use strict';

/**
 * Whoever has done one takes the next. All come to an end before a failure is told, so that nobody works on in what is
 * cleared away.
 *
 * @template What
 * @template Who
 * @param {What[]} all in the order in which they are begun
 * @param {Who[]} workers
 * @param {(what: What, who: Who) => Promise<void>} work
 * @returns {Promise<void>}
 * @throws {Error} the first failure: nothing more is begun after it
 */
async function shareOut(all, workers, work) {
  const waiting = [...all];
  /** @type {unknown[]} */
  const failures = [];
  await Promise.all(
    workers.map(async (who) => {
      while (waiting.length > 0 && failures.length === 0) {
        try {
          await work(/** @type {What} */ (waiting.shift()), who);
        } catch (error) {
          failures.push(error);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}

module.exports = { shareOut };
