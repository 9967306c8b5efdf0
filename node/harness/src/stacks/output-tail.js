/** Keeps the end of what a process writes, so that a failure can show it. */
'use strict';

const KEPT_CHARACTERS = 16_384;
/** The JVM's launcher says at every start that it has read the environment. */
const LAUNCHER_NOTE = /^NOTE: Picked up JDK_JAVA_OPTIONS:.*\n?/gm;

/**
 * @param {import('node:stream').Readable | null} output
 * @returns {{ text(): string, add(text: string): void }}
 */
function outputTail(output) {
  let kept = '';
  const add = (/** @type {string} */ text) => {
    kept = (kept + text).slice(-KEPT_CHARACTERS);
  };
  output?.setEncoding('utf8');
  output?.on('data', add);
  return { add, text: () => kept.replace(LAUNCHER_NOTE, '') };
}

module.exports = { outputTail };
