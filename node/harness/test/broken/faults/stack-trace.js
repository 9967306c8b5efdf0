/** Tells the client where in the program something went wrong. */
'use strict';

const { HONEST, serve } = require('../honest/serve');
const { Problem } = require('../honest/problem');

serve({
  answerProblem(response, error) {
    const told = error instanceof Problem ? error : new Problem(500, String(Object(error).stack));
    HONEST.answerProblem(response, told);
  },
});
