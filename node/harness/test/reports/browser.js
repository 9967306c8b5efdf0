/** The browser of this machine, for tests of the page: CHROMIUM_PATH, or Chromium or Chrome under one of their usual names. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** @returns {string | null} null where there is none */
function findBrowser() {
  const told = process.env.CHROMIUM_PATH;
  if (told) return told;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...files, ...ELSEWHERE].find((file) => fs.existsSync(file)) ?? null;
}

const NO_BROWSER =
  'there is no Chromium or Chrome here (apt-get install chromium, or CHROMIUM_PATH=file)';

module.exports = { NO_BROWSER, findBrowser };
