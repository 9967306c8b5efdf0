/** Makes the page's elements; what a report says is only ever set as text. */

const SVG = 'http://www.w3.org/2000/svg';
// A server's output could reverse what stands beside it, or hide characters.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * @typedef {string | Node | null | false | undefined} Child
 * @typedef {Record<string, string | number | boolean | ((event: any) => void) | null | undefined>} Attributes
 */

/**
 * @param {string} name
 * @param {Attributes} [attributes] functions are listeners; null, undefined and false are left out
 * @param {Child[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  furnish(made, attributes, children);
  return made;
}

/**
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function drawing(name, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  furnish(made, attributes, children);
  return made;
}

/**
 * @param {Element} made
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function furnish(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? '' : visible(String(value)));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    made.append(typeof child === 'string' ? visible(child) : child);
  }
}

/**
 * @param {string} text
 * @returns {string} with control characters written out
 */
export function visible(text) {
  return text.replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * @param {string} title
 * @param {Child[]} children
 * @returns {HTMLElement} a part of the page with its heading
 */
export function section(title, ...children) {
  const id = `part-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  return element('section', { 'aria-labelledby': id }, element('h2', { id }, title), ...children);
}

/**
 * @param {string} label
 * @param {() => string} text what is copied
 * @returns {HTMLElement}
 */
export function copyButton(label, text) {
  const told = element('span', { class: 'told', role: 'status' });
  const click = async () => {
    told.textContent = (await copied(text())) ? 'copied' : 'the browser did not allow it';
    setTimeout(() => (told.textContent = ''), 3000);
  };
  return element(
    'span',
    { class: 'copy' },
    element('button', { type: 'button', click }, label),
    told,
  );
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/**
 * Where a file of this machine may not use the clipboard.
 *
 * @param {string} text
 */
function copiedBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  const host = document.querySelector('dialog[open]') ?? document.body;
  host.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  return isDone;
}
