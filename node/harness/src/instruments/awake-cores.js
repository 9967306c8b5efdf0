/**
 * Keeps cores awake while they are measured on.
 *
 * A virtual machine gives back a core that has nothing to do, and waits until it has it again: for milliseconds, where others want it too. A program of
 * the lowest priority keeps it, and leaves it to driver and servers at once.
 */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');

/**
 * `dd` is in the kernel all the time: a program that turns in its own code is told of a waiting server at the next tick, up to 4 ms later.
 * A session may have half of a core, whatever the priority in it (sched(7), autogroup): where it cannot be made the least, nothing turns.
 * It ends with its standard input, which the system closes with the harness.
 */
const TURN = `
grep -q '^flags.* hypervisor' /proc/cpuinfo || exit
if [ -e /proc/self/autogroup ]; then
  echo 19 > /proc/self/autogroup || { sleep 0.2; echo 19 > /proc/self/autogroup; } || exit
fi
for core; do
  taskset -c "$core" chrt --idle 0 dd if=/dev/zero of=/dev/null bs=1 & turning="$turning $!"
done
read -r end
kill -9 $turning
wait`;

class AwakeCores {
  /** @type {import('node:child_process').ChildProcess | null} */
  #shell = null;
  /** @type {Promise<unknown>} */
  #ended = Promise.resolve();

  /** @param {number[]} cores none where nobody is kept to cores */
  constructor(cores) {
    if (cores.length === 0) return;
    // A session of its own: what a terminal sends to all is not for it.
    this.#shell = spawn('sh', ['-c', TURN, 'keep-awake', ...cores.map(String)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#ended = once(this.#shell, 'close');
    // It may have ended before.
    this.#shell.stdin?.on('error', () => {});
  }

  /** @returns {number | undefined} the id of its process group */
  get pid() {
    return this.#shell?.pid;
  }

  async end() {
    this.#shell?.stdin?.end();
    await this.#ended;
  }
}

module.exports = { AwakeCores };
