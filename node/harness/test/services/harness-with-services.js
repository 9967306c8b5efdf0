/** A harness that starts a Redis, says where it is, and waits to be ended, or stops it and ends by itself. */
'use strict';

const { startServices, startServicesNow } = require('../../src/services');

const [, , root, how] = process.argv;

async function main() {
  const services =
    how === 'later'
      ? await startServices(['redis'], { root, engine: async () => null })
      : startServicesNow(['redis'], { root });
  console.log(JSON.stringify(services.all()));
  if (how !== 'stops') {
    setInterval(() => {}, 1_000);
    return;
  }
  await services.stop();
  process.exitCode = 3;
}

main();
