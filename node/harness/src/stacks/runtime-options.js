/** What the harness tells a runtime when it starts a server, so that what is measured is steady. */
'use strict';

/**
 * A JVM that is warmed on all cores and then pinned to one shall not change its mind about pools and collectors: it takes
 * the machine for one core, and so the serial collector, with a small heap. A collector or a heap that the stack's own
 * command names counts instead.
 */
const OF_JAVA = ['-XX:ActiveProcessorCount=1', '-XX:-UsePerfData', '-Xms64m', '-Xmx256m'];

/**
 * @param {import('./load-stacks').Variant} variant
 * @returns {string[]} options that are added to those of its command, for checks as for measurements
 */
function runtimeOptionsOf({ stack }) {
  return stack.language === 'java' ? OF_JAVA : [];
}

module.exports = { runtimeOptionsOf };
