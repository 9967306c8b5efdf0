// The stack node/fastify: Fastify 5, within the life of the process that all stacks share.
'use strict';

const { serve } = require('@loadline/workloads/http');
const { createServer } = require('./app');

serve(createServer);
