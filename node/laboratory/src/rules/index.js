/** All rules that decide on the recorded slices, beside the judge that the runs were decided by. */
'use strict';

const { mannWhitney } = require('./mann-whitney');
const { medianOfSeven } = require('./median-of-seven');
const { singleShot } = require('./single-shot');
const { tachometer } = require('./tachometer');

/** @type {import('./series').Rule[]} */
const RULES = [singleShot, medianOfSeven, mannWhitney, tachometer];

module.exports = { RULES };
