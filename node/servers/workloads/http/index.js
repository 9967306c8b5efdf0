// What the Node stacks have in common about HTTP and their process, whatever the framework.
'use strict';

const { goneSignal } = require('./gone');
const { parametersOf, refuseOtherThanUtf8, refuseRepaired } = require('./parameters');
const { PROBLEM_TYPE, problemOf } = require('./problem');
const { serve } = require('./serve');

module.exports = {
  PROBLEM_TYPE,
  goneSignal,
  parametersOf,
  problemOf,
  refuseOtherThanUtf8,
  refuseRepaired,
  serve,
};
