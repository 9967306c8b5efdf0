/** Which stacks there are, whether they can run here, and how one is started. */
'use strict';

const { withClassArchive } = require('./class-archive');
const { takeIntoCare } = require('./cleanup');
const { loadStacks, variantsOf } = require('./load-stacks');
const { NotStarted, Server } = require('./server');
const { startServer } = require('./start-server');
const { whyNotRun } = require('./why-not-run');

module.exports = {
  loadStacks,
  variantsOf,
  whyNotRun,
  startServer,
  withClassArchive,
  takeIntoCare,
  Server,
  NotStarted,
};
