/** Jest's global tear-down. */
'use strict';

module.exports = require('./start-services').stopServices;
