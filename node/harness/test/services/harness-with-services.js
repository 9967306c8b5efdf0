/** A harness that starts services, says where they are, and waits to be ended. */
'use strict';

const { startServices } = require('../../src/services');

const [, , root, ...names] = process.argv;

startServices(/** @type {any} */ (names), { root, engine: async () => null }).then((services) => {
  console.log(JSON.stringify(services.all()));
  setInterval(() => {}, 1_000);
});
