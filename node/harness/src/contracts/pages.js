/** Brings HTML into a normal form in which two pages are equal when a browser would show them alike. */
'use strict';

const parse5 = require('parse5');

/** What HTML counts as white space; a no-break space is none. */
const WHITE_SPACE = /[ \t\n\f\r]+/g;

/**
 * @param {string} html a page (it starts with `<!doctype`) or the content of a body
 * @returns {string[]} one line a node: `<tag name="value">` or `"text"`, two blanks a level
 */
function normalPage(html) {
  const root = /^\s*<!doctype/i.test(html) ? parse5.parse(html) : fragment(html);
  return childrenOf(root).flatMap((node) => lines(node, 0));
}

/**
 * @param {string} html
 * @returns {any}
 */
function fragment(html) {
  const page = /** @type {any} */ (parse5.parse('<!doctype html><body></body>'));
  const body = page.childNodes.at(-1).childNodes.at(-1);
  return parse5.parseFragment(body, html, {});
}

/**
 * @param {any} node
 * @param {number} level
 * @returns {string[]}
 */
function lines(node, level) {
  const indent = '  '.repeat(level);
  if (node.nodeName === '#text') {
    const text = node.value.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
    return text === '' ? [] : [`${indent}"${text}"`];
  }
  if (node.tagName === undefined) return [];
  const attributes = node.attrs
    .map((/** @type {{ name: string, value: string }} */ attribute) => shown(attribute))
    .sort();
  return [
    `${indent}<${[node.tagName, ...attributes].join(' ')}>`,
    ...childrenOf(node).flatMap((child) => lines(child, level + 1)),
  ];
}

/**
 * @param {any} node
 * @returns {any[]} its children but for comments
 */
function childrenOf(node) {
  const all = node.content?.childNodes ?? node.childNodes ?? [];
  return all.filter((/** @type {any} */ child) => child.nodeName !== '#comment');
}

/**
 * @param {{ name: string, value: string }} attribute
 * @returns {string}
 */
function shown({ name, value }) {
  const words = value.split(WHITE_SPACE).filter((word) => word !== '');
  return `${name}="${name === 'class' ? words.sort().join(' ') : value}"`;
}

module.exports = { normalPage };
