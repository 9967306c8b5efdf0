/** In which direction the Node side's folders may know each other: design, section 2. */
'use strict';

const harness = '^node/harness/src/';

/** Folders of the harness that each one may use, besides itself. */
const mayKnow = {
  input: [],
  judge: [],
  stacks: ['input'],
  revisions: ['input', 'stacks'],
  instruments: ['stacks', 'services', 'contracts', 'drivers'],
  contracts: ['input', 'instruments', 'stacks', 'services'],
  services: ['input', 'stacks'],
  thresholds: ['input', 'contracts', 'stacks'],
  drivers: ['contracts', 'stacks'],
  measure: [
    'input',
    'judge',
    'thresholds',
    'instruments',
    'drivers',
    'stacks',
    'services',
    'contracts',
  ],
  reports: [
    'input',
    'instruments',
    'measure',
    'judge',
    'contracts',
    'services',
    'thresholds',
    'stacks',
  ],
  github: ['input', 'reports'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'servers-know-no-harness',
      comment: 'A server is a process of its own that knows nothing of the suite.',
      severity: 'error',
      from: { path: '^node/servers/' },
      to: { path: ['^node/(harness|tests)/', '^contracts/'] },
    },
    {
      name: 'harness-knows-no-server',
      comment: 'Processes and HTTP lie between the harness and the servers.',
      severity: 'error',
      from: { path: '^node/(harness|tests)/' },
      to: { path: '^node/servers/' },
    },
    {
      name: 'harness-knows-no-laboratory',
      comment: 'The laboratory is a user of the command; the command finds it by its name alone.',
      severity: 'error',
      from: { path: '^node/(harness|tests|servers)/' },
      to: { path: '^node/laboratory/' },
    },
    {
      name: 'laboratory-knows-no-server',
      comment: 'It copies servers, and starts none itself.',
      severity: 'error',
      from: { path: '^node/laboratory/' },
      to: { path: '^node/servers/' },
    },
    {
      name: 'yardstick-stands-alone',
      comment: 'The yardstick never changes, so it may not share what changes.',
      severity: 'error',
      from: { path: '^node/servers/yardstick/' },
      to: { path: '^node/servers/(?!yardstick/)' },
    },
    {
      name: 'stacks-share-workloads-only',
      comment: 'A stack shows its framework; what it shares with others lies in workloads/.',
      severity: 'error',
      from: { path: '^node/servers/([^/]+)/' },
      to: { path: '^node/servers/', pathNot: '^node/servers/($1|workloads)/' },
    },
    {
      name: 'only-jest-knows-a-test-framework',
      comment: 'The command checks and measures without Jest.',
      severity: 'error',
      from: { path: '^node/(harness/(src|bin)|servers)/', pathNot: `${harness}jest/` },
      to: { path: ['^node_modules/(jest|@jest|expect|supertest)(/|$)', `${harness}jest/`] },
    },
    {
      name: 'library-knows-no-command',
      comment: 'The command is made of the library, never the other way round.',
      severity: 'error',
      from: { path: harness, pathNot: `${harness}cli/` },
      to: { path: [`${harness}cli/`, '^node/harness/(bin|test)/'] },
    },
    ...Object.entries(mayKnow).map(([folder, known]) => ({
      name: `${folder}-keeps-its-direction`,
      comment: `${folder}/ knows ${known.join(', ') || 'nothing else of ours'}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `${harness}${folder}/` },
      to: {
        path: '^node/',
        pathNot: [`${harness}(${[folder, ...known].join('|')})/`, '/node_modules/'],
      },
    })),
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: false,
  },
};
