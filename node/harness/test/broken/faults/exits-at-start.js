/** Ends before it has begun. */
'use strict';

console.error('The configuration is missing.');
process.exit(3);
