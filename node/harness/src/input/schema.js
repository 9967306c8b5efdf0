/** Checks data against a JSON Schema and tells every problem by JSON pointer, expected and actual. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { default: Ajv2020 } = require('ajv/dist/2020');
const { pointerTo } = require('./invalid-input');

/** @typedef {import('./invalid-input').Problem} Problem */
/** @typedef {import('ajv').ErrorObject} SchemaError */
/** @typedef {{ at: string, expected: string, actual: unknown }} Finding */

/**
 * The schemas are our own, and a test holds them to JSON Schema's: to do that at each start, and to optimize code that runs once, takes
 * a third of a second.
 *
 * @type {import('ajv').Options}
 */
const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  code: { optimize: false },
};
const KEY = 'schema';
const SHOWN_CHARACTERS = 160;

/**
 * @param {string} schemaFile path of a JSON Schema (2020-12)
 * @param {{ beside?: string[] }} [others] names of schemas in the same folder that it refers to
 * @returns {(value: unknown, file: string) => Problem[]} the check; `file` is named in the problems
 */
function schemaCheck(schemaFile, { beside = [] } = {}) {
  const ajv = new Ajv2020(OPTIONS);
  const read = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));
  ajv.addFormat('regex', isRegularExpression);
  ajv.addSchema(read(path.resolve(schemaFile)), KEY);
  for (const name of beside)
    ajv.addSchema(read(path.resolve(path.dirname(schemaFile), name)), name);
  return (value, file) =>
    findings(ajv, '', value).map(({ at, expected, actual }) => ({
      file,
      pointer: at,
      expected,
      actual: actual === undefined ? 'nothing' : shown(actual),
    }));
}

/**
 * @param {import('ajv/dist/2020').default} ajv
 * @param {string} reference the schema's place: '' or '#/$defs/…' within its file, or another file
 * @param {unknown} value
 * @returns {Finding[]}
 */
function findings(ajv, reference, value) {
  const validate = ajv.getSchema(keyOf(reference));
  if (!validate) throw new Error(`the schema has no ${reference}`);
  if (validate(value)) return [];
  // "if" says only that its "then" or "else" does not hold, whose problems stand there themselves;
  // and what is wrong with a key's name is told once, by "propertyNames".
  const errors = /** @type {SchemaError[]} */ (validate.errors ?? []).filter(
    ({ keyword, propertyName }) => keyword !== 'if' && propertyName === undefined,
  );
  const choices = errors.filter((error) => error.keyword === 'oneOf').filter(outermost);
  const rest = errors.filter((error) => !choices.some((choice) => isWithin(error, choice)));
  return [
    ...rest.map(finding),
    ...choices.flatMap((choice) => choiceFindings(ajv, choice, errors)),
  ];
}

/**
 * @param {string} reference a place within the schema's own file, or another file
 * @returns {string}
 */
function keyOf(reference) {
  return reference === '' || reference.startsWith('#') ? KEY + reference : reference;
}

/**
 * Is no other choice above this one?
 *
 * @param {SchemaError} choice
 * @param {number} _index
 * @param {SchemaError[]} all
 * @returns {boolean}
 */
function outermost(choice, _index, all) {
  return !all.some((other) => other !== choice && isWithin(choice, other));
}

/**
 * Does the error stem from one of the alternatives of a failed choice?
 *
 * @param {SchemaError} error
 * @param {SchemaError} choice
 * @returns {boolean}
 */
function isWithin(error, choice) {
  if (error === choice) return true;
  if (error.schemaPath.startsWith(`${choice.schemaPath}/`)) {
    return isAtOrBelow(error.instancePath, choice.instancePath);
  }
  return isOfReferences(choice) && isAtOrBelow(error.instancePath, choice.instancePath);
}

/**
 * @param {SchemaError} choice
 * @returns {boolean}
 */
function isOfReferences(choice) {
  return /** @type {any[]} */ (choice.schema).every((branch) => branch.$ref);
}

/**
 * @param {string} pointer
 * @param {string} above
 * @returns {boolean}
 */
function isAtOrBelow(pointer, above) {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/**
 * A failed choice is told as the problems of the one alternative that was meant, where that is plain.
 *
 * @param {import('ajv/dist/2020').default} ajv
 * @param {SchemaError} choice
 * @param {SchemaError[]} errors
 * @returns {Finding[]}
 */
function choiceFindings(ajv, choice, errors) {
  const branches = /** @type {any[]} */ (choice.schema);
  const schemas = branches.map((branch) => resolve(ajv, branch));
  const likeness = schemas.map((schema) => likenessTo(schema, choice.data));
  const most = Math.max(...likeness);
  const meant = likeness.indexOf(most);
  if (most === 0 || likeness.lastIndexOf(most) !== meant) {
    const expected = `exactly one of: ${schemas.map(shape).join(' | ')}`;
    return [{ at: choice.instancePath, expected, actual: choice.data }];
  }
  if (branches[meant].$ref) {
    return findings(ajv, branches[meant].$ref, choice.data).map((found) => ({
      ...found,
      at: choice.instancePath + found.at,
    }));
  }
  const prefix = `${choice.schemaPath}/${meant}/`;
  return errors.filter((error) => error.schemaPath.startsWith(prefix)).map(finding);
}

/**
 * @param {import('ajv/dist/2020').default} ajv
 * @param {any} branch
 * @returns {any} the schema that a reference names
 */
function resolve(ajv, branch) {
  return branch.$ref ? ajv.getSchema(keyOf(branch.$ref))?.schema : branch;
}

/**
 * @param {any} schema
 * @param {unknown} data
 * @returns {number} from 0 to 1: how much a person who wrote `data` may have had this alternative in mind
 */
function likenessTo(schema, data) {
  if (schema.type && schema.type !== typeOf(data)) return 0;
  const keys = Object.keys(typeOf(data) === 'object' ? /** @type {object} */ (data) : {});
  const required = /** @type {string[]} */ (schema.required ?? []);
  if (required.length === 0) return 1;
  return required.filter((key) => keys.includes(key)).length / required.length;
}

/**
 * @param {any} schema
 * @returns {string}
 */
function shape(schema) {
  if (schema.required) return schema.required.map(quoted).join(' and ');
  if (schema.properties) return `an object with ${Object.keys(schema.properties).join(' or ')}`;
  return schema.type === 'string' ? 'a text' : String(schema.type);
}

/**
 * @param {SchemaError} error
 * @returns {Finding}
 */
function finding({ keyword, params, instancePath, data, schema, parentSchema, message }) {
  const at = instancePath;
  switch (keyword) {
    case 'additionalProperties': {
      const key = params.additionalProperty;
      const known = Object.keys(/** @type {any} */ (parentSchema).properties ?? {}).join(', ');
      const value = /** @type {any} */ (data)[key];
      return { at: at + pointerTo(key), expected: `no such key; known: ${known}`, actual: value };
    }
    case 'required':
      return { at: at + pointerTo(params.missingProperty), expected: 'a value', actual: undefined };
    case 'dependentRequired':
      return {
        at: at + pointerTo(params.missingProperty),
        expected: `a value, because ${quoted(params.property)} is there`,
        actual: undefined,
      };
    case 'enum':
      return { at, expected: `one of ${schema.map(shown).join(', ')}`, actual: data };
    case 'const':
      return { at, expected: shown(schema), actual: data };
    case 'format':
      return { at, expected: 'a regular expression', actual: data };
    case 'propertyNames':
      return { at, expected: 'other key names', actual: params.propertyName };
    default:
      return { at, expected: String(message).replace(/^must be /, ''), actual: data };
  }
}

/**
 * @param {string} text
 * @returns {boolean}
 */
function isRegularExpression(text) {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {unknown} value
 * @returns {string} the JSON type
 */
function typeOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function shown(value) {
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/**
 * @param {string} key
 * @returns {string}
 */
function quoted(key) {
  return `"${key}"`;
}

module.exports = { schemaCheck };
