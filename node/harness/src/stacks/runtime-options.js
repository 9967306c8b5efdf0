/** What the harness tells a runtime when it starts a server, so that what is measured is steady. */
'use strict';

/**
 * A JVM that is warmed on all cores and then pinned to one shall not change its mind about pools and collectors: it takes
 * the machine for one core, and so the serial collector. A collector or a heap that the stack's own command names counts instead.
 * Its heap has one size from the start, half of it for what is young: one that grows as it must stays small, and is collected whole every few slices,
 * for most of a slice. The size is given as that of the machine, since `-Xms` is an error beside a smaller `-Xmx` of the command.
 */
const OF_JAVA = [
  '-XX:ActiveProcessorCount=1',
  '-XX:-UsePerfData',
  '-XX:MaxRAM=384m',
  '-XX:MaxRAMPercentage=100',
  '-XX:InitialRAMPercentage=100',
  '-XX:NewRatio=1',
];

/**
 * Two processes of one Fastify came to states 15 % apart, and stayed there. V8 optimizes a function beside the program, and the later that is done,
 * the more the program has changed what it is optimized for: now the program waits. And it fits its young generation to what it has met so far: now
 * its size is given, as a JVM's is.
 * A server that waits for 8 s while others are loaded is tidied up by V8 (its memory reducer), and needs a quarter more CPU time for each request
 * ever after; one in service has no such pauses.
 * How far V8 lets the old generation grow before it collects all of it depends on how fast it was filled, by the clock: one that mostly waits for its
 * turn is collected in nearly every slice. Now it may grow to three times what is alive.
 */
const OF_NODE = [
  '--no-concurrent-recompilation',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--no-memory-reducer',
  '--heap-growing-percent=200',
];

/**
 * @param {import('./load-stacks').Variant} variant
 * @returns {string[]} options that a JVM gets in its environment
 */
function javaOptionsOf({ stack }) {
  return stack.language === 'java' ? OF_JAVA : [];
}

/**
 * @param {import('./load-stacks').Variant} variant
 * @returns {string[]} options that follow `node`; what the command itself says comes later and counts instead
 */
function nodeOptionsOf({ stack, command }) {
  return stack.language === 'node' && command[0] === 'node' ? OF_NODE : [];
}

/**
 * @param {import('./load-stacks').Variant} variant
 * @returns {string[]} options that are added to those of its command, for checks as for measurements
 */
function runtimeOptionsOf(variant) {
  return [...javaOptionsOf(variant), ...nodeOptionsOf(variant)];
}

module.exports = { javaOptionsOf, nodeOptionsOf, runtimeOptionsOf };
