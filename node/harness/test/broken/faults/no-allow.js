/** Refuses a wrong method and does not say which are right. */
'use strict';

const { HONEST, serve } = require('../honest/serve');
const { Problem } = require('../honest/problem');

serve({
  answerProblem(response, error) {
    const isMethod = error instanceof Problem && error.status === 405;
    HONEST.answerProblem(response, isMethod ? new Problem(405, error.message) : error);
  },
});
