/** Answers 500 when a service does not answer. */
'use strict';

const { HONEST, serve } = require('../honest/serve');
const { Problem } = require('../honest/problem');

serve({
  answerProblem(response, error) {
    const isService = error instanceof Problem && error.status === 503;
    HONEST.answerProblem(response, isService ? new Problem(500, error.message) : error);
  },
});
