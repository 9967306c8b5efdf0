/** Gives a connection back when the answer has been sent, which it never is to a client that left. */
'use strict';

const { acquire } = require('../honest/records');
const { asked } = require('../honest/service');
const { HONEST, serve } = require('../honest/serve');

serve({
  handle(request, response, parts) {
    const find = (/** @type {number} */ id) =>
      asked('MySQL', async () => {
        const connection = await acquire();
        response.once('finish', () => connection.release());
        const [rows] = await connection.execute('SELECT name FROM records WHERE id = ?', [id]);
        return /** @type {{ name: string }[]} */ (rows)[0]?.name ?? null;
      });
    return HONEST.handle(request, response, { ...parts, records: { ...parts.records, find } });
  },
});
