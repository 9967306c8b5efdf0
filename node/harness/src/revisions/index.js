/** The two sides of a comparison: checked out, built, and what the change between them can touch. */
'use strict';

const { buildRevision } = require('./build-revision');
const { checkOut } = require('./check-out');
const { RevisionError } = require('./revision-error');
const { touchedBy } = require('./touched-by');

module.exports = { checkOut, buildRevision, touchedBy, RevisionError };
