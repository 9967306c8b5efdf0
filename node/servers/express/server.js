// The stack node/express: Express 5, started as its guide has it.
'use strict';

const http = require('node:http');
const { serve } = require('@loadline/workloads/http');
const { createApp } = require('./app');

serve((work) => http.createServer(createApp(work)));
