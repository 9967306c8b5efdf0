/** Makes report.html of a report: the one page of report-page/ with everything in it, the data too. */
'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { pageSeries } = require('./page-series');

const HOUSE = path.resolve(__dirname, '../../../../report-page');
const PLOT = path.dirname(require.resolve('uplot/dist/uPlot.iife.min.js'));
const SIDE = 'npm';
/** A text, which stays as it is, or the white space between values. */
const TEXT_OR_SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g;

/**
 * @param {string} reportFile a report.json that is valid
 * @returns {string} report.html, beside it
 */
function pageFileOf(reportFile) {
  const { dir, name } = path.parse(reportFile);
  return path.join(dir, `${name}.html`);
}

/**
 * @param {string} reportFile a report.json that is valid
 * @param {{ besideFile?: string, file?: string }} [how] another report to be shown beside it; where the page goes
 * @returns {string} the file that was written
 */
function writePage(reportFile, { besideFile, file = pageFileOf(reportFile) } = {}) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, pageOf(reportFile, besideFile));
  return file;
}

/**
 * @param {string} reportFile
 * @param {string} [besideFile]
 * @returns {string} HTML
 */
function pageOf(reportFile, besideFile) {
  const own = dataOf(reportFile);
  const other = besideFile === undefined ? 'null' : dataOf(besideFile);
  const plot = fs.readFileSync(path.join(PLOT, 'uPlot.iife.min.js'), 'utf8').trim();
  const code = modules();
  /** @type {Record<string, string>} */
  const parts = {
    side: SIDE,
    styles: [path.join(PLOT, 'uPlot.min.css'), path.join(HOUSE, 'styles.css')]
      .map((file) => fs.readFileSync(file, 'utf8').trim())
      .join('\n'),
    data: `{"own":${own},"beside":${other}}`,
    plot,
    code,
    scripts: `${hashOf(plot)} ${hashOf(code)}`,
  };
  const shell = fs.readFileSync(path.join(HOUSE, 'page.html'), 'utf8');
  return shell.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/**
 * The report's own text, so that no figure is written otherwise than it was.
 *
 * @param {string} reportFile
 * @returns {string} JSON that no text in it can end
 */
function dataOf(reportFile) {
  const text = fs.readFileSync(reportFile, 'utf8');
  const report = text.replace(TEXT_OR_SPACE, (_, kept = '') => kept);
  const series = JSON.stringify(pageSeries(JSON.parse(text), reportFile));
  return `{"report":${report},"series":${series}}`.replaceAll('<', '\\u003c');
}

/** @returns {string} the page's modules as one: none of them shares a name with another */
function modules() {
  const names = JSON.parse(fs.readFileSync(path.join(HOUSE, 'modules.json'), 'utf8'));
  return names
    .map((/** @type {string} */ name) => fs.readFileSync(path.join(HOUSE, 'src', name), 'utf8'))
    .map((/** @type {string} */ text) =>
      text
        .replace(/^import [^;]*;\n/gm, '')
        .replace(/^export /gm, '')
        .trim(),
    )
    .join('\n\n');
}

/**
 * @param {string} script
 * @returns {string} by which the page allows it to run, and no other
 */
function hashOf(script) {
  return `'sha256-${crypto.createHash('sha256').update(script, 'utf8').digest('base64')}'`;
}

module.exports = { pageFileOf, pageOf, writePage };
