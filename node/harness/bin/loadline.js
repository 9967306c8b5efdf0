#!/usr/bin/env node
/** The command `loadline`. */
'use strict';

const { main } = require('../src/cli/main');

main(process.argv.slice(2));
