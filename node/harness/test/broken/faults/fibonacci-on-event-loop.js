/** Computes Fibonacci's numbers on the event loop, where nothing else happens meanwhile. */
'use strict';

const { fibonacciNumber } = require('../honest/fibonacci');
const { serve } = require('../honest/serve');

serve({ fibonacci: fibonacciNumber });
