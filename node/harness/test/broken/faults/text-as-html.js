/** Calls every text HTML. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  async handle(request, response, parts) {
    const writeHead = response.writeHead.bind(response);
    const asHtml = (
      /** @type {number} */ status,
      /** @type {Record<string, string>} */ headers,
    ) => {
      const contentType = headers['Content-Type'].replace('text/plain', 'text/html');
      return writeHead(status, { ...headers, 'Content-Type': contentType });
    };
    await HONEST.handle(request, Object.assign(response, { writeHead: asHtml }), parts);
  },
});
