/** Dies over one request, F(2). */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  fibonacci: (n) => (n === 2 ? process.exit(7) : HONEST.fibonacci(n)),
});
