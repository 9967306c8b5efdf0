/** A harness that starts a Redis, says where it is, and waits to be ended. */
'use strict';

const { startServices, startServicesNow } = require('../../src/services');

const [, , root, how] = process.argv;

async function main() {
  const services =
    how === 'now'
      ? startServicesNow(['redis'], { root })
      : await startServices(['redis'], { root, engine: async () => null });
  console.log(JSON.stringify(services.all()));
  setInterval(() => {}, 1_000);
}

main();
