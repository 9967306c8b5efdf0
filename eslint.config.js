/** What ESLint checks: likely mistakes, Node's own traps, tests that test nothing, and doc comments that lie. */
'use strict';

const js = require('@eslint/js');
const jest = require('eslint-plugin-jest');
const jsdoc = require('eslint-plugin-jsdoc');
const node = require('eslint-plugin-n');
const globals = require('globals');

module.exports = [
  { ignores: ['**/node_modules/', '**/target/', '.cache/'] },
  js.configs.recommended,
  node.configs['flat/recommended-script'],
  jsdoc.configs['flat/recommended-typescript-flavor-error'],
  {
    rules: {
      // tsc demands the types; these would only demand words where a name says enough.
      'jsdoc/require-jsdoc': 'off',
      'jsdoc/require-param': 'off',
      'jsdoc/require-param-description': 'off',
      'jsdoc/require-property-description': 'off',
      'jsdoc/require-returns': 'off',
      'jsdoc/require-returns-description': 'off',
      'jsdoc/check-param-names': ['error', { checkDestructured: false }],
      'jsdoc/escape-inline-tags': 'off',
      'jsdoc/tag-lines': 'off',
      // What comes from a file is `any` until a schema has been held against it.
      'jsdoc/reject-any-type': 'off',
    },
  },
  {
    languageOptions: { globals: globals.node, sourceType: 'commonjs', ecmaVersion: 2023 },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      strict: ['error', 'global'],
      'prefer-const': 'error',
      'no-var': 'error',
      eqeqeq: 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400 }],
      // Servers and commands end themselves on purpose.
      'n/no-process-exit': 'off',
      // Node 20 has it and calls it experimental.
      'n/no-unsupported-features/node-builtins': ['error', { ignores: ['fetch'] }],
    },
  },
  {
    files: [
      'node/harness/test/**/*.js',
      'node/laboratory/test/**/*.js',
      'node/servers/*/test/**/*.js',
      'node/tests/**/*.js',
    ],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'n/no-unpublished-require': 'off',
      // Generated tests hold what their data asks for.
      'jest/no-conditional-expect': 'off',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    },
  },
  { files: ['node/harness/src/jest/**/*.js'], languageOptions: { globals: globals.jest } },
  {
    files: ['report-page/src/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'module' },
    rules: { 'n/no-unsupported-features/node-builtins': 'off' },
  },
  { files: ['*.js', '*.cjs'], rules: { 'n/no-unpublished-require': 'off' } },
];
