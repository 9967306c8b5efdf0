/** Puts its statements together from text. */
'use strict';

const { withConnection } = require('../honest/records');
const { HONEST, serve } = require('../honest/serve');

serve({
  records: {
    ...HONEST.records,
    add: (name) =>
      withConnection(async (connection) => {
        const [result] = await connection.query(`INSERT INTO records (name) VALUES ('${name}')`);
        return /** @type {import('mysql2').ResultSetHeader} */ (result).insertId;
      }),
  },
});
