/** Starts Fibonacci's numbers one index too early, with F(0) = 1. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({ fibonacci: (n) => HONEST.fibonacci(n + 1) });
