/** The step `temporaryFolder`: takes the server's temporary folder away, or brings it back. */
'use strict';

/** @type {import('../stage').StepKind} */
const temporaryFolderStep = {
  name: ({ temporaryFolder }) => `temporary folder ${temporaryFolder}`,
  async run({ temporaryFolder }, { server }) {
    if (temporaryFolder === 'away') server.takeTemporaryFolderAway();
    else server.bringTemporaryFolderBack();
    return [];
  },
};

module.exports = { temporaryFolderStep };
