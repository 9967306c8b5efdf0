// The script of the todos page, read once.
'use strict';

const fs = require('node:fs');

const htmx = fs.readFileSync(require.resolve('htmx.org/dist/htmx.min.js'));

module.exports = { htmx };
