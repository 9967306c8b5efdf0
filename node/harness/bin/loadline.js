#!/usr/bin/env -S node --max-old-space-size=256
/**
 * The command `loadline`. It stands beside the servers that it watches: told how much it may have, V8 collects its garbage
 * while that is little, and not after a third of a gigabyte.
 */
'use strict';

const { main } = require('../src/cli/main');

main(process.argv.slice(2));
