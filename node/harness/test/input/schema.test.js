/** The schemas that what people write is held to. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { default: Ajv2020 } = require('ajv/dist/2020');

const FOLDER = path.resolve(__dirname, '../../../../contracts/schema');

// Whoever uses them relies on it.
test.each(fs.readdirSync(FOLDER))('%s is a JSON Schema', (name) => {
  const schema = JSON.parse(fs.readFileSync(path.join(FOLDER, name), 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  ajv.validateSchema(schema);
  expect(ajv.errors).toBeNull();
});
