/** Gives a connection back only when the record was there. */
'use strict';

const { acquire } = require('../honest/records');
const { asked } = require('../honest/service');
const { HONEST, serve } = require('../honest/serve');

serve({
  records: {
    ...HONEST.records,
    find: (id) =>
      asked('MySQL', async () => {
        const connection = await acquire();
        const [rows] = await connection.execute('SELECT name FROM records WHERE id = ?', [id]);
        const [record] = /** @type {{ name: string }[]} */ (rows);
        if (record === undefined) return null;
        connection.release();
        return record.name;
      }),
  },
});
