/** Todos as HTML: the page, the table and the single todo. */
'use strict';

/** @typedef {import('./todos').Todo} Todo */
/** @typedef {(text: string) => string} Escape */

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * @param {string} text
 * @returns {string}
 */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
}

/**
 * @param {Todo[]} todos
 * @param {Escape} escape
 * @returns {string}
 */
function page(todos, escape) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Todos</title>
    <script src="/htmx.min.js" defer></script>
  </head>
  <body>
    <h1>Todos</h1>
    <form hx-post="/todos" hx-target="#todos" hx-swap="outerHTML">
      <label>What is to be done <input type="text" name="description" required maxlength="1000"></label>
      <button type="submit">Add</button>
    </form>
    <label>Search
      <input type="search" name="q" hx-get="/todos" hx-target="#todos" hx-swap="outerHTML"
        hx-trigger="input changed delay:200ms, search">
    </label>
    ${table(todos, escape)}
  </body>
</html>
`;
}

/**
 * @param {Todo[]} todos
 * @param {Escape} escape
 * @returns {string}
 */
function table(todos, escape) {
  return `<table id="todos">
  <thead>
    <tr><th scope="col">Done</th><th scope="col">Description</th><th scope="col">Remove</th></tr>
  </thead>
  <tbody>${todos.map((todo) => row(todo, escape)).join('')}</tbody>
</table>
`;
}

/**
 * @param {Todo} todo
 * @param {Escape} escape
 * @returns {string}
 */
function row({ id, description, done }, escape) {
  const change = `hx-put="/todos/${id}" hx-vals="{&quot;done&quot;:&quot;${!done}&quot;}"`;
  const target = 'hx-target="#todos" hx-swap="outerHTML"';
  return `<tr id="todo-${id}">
  <td><input type="checkbox" aria-label="Done" ${change} ${target}${done ? ' checked' : ''}></td>
  <td>${escape(description)}</td>
  <td><button type="button" hx-delete="/todos/${id}" ${target}>Delete</button></td>
</tr>`;
}

/**
 * @param {Todo} todo
 * @param {Escape} escape
 * @returns {string}
 */
function article({ id, description, done }, escape) {
  return `<article id="todo-${id}"><h2>${escape(description)}</h2><p>${done ? 'done' : 'open'}</p></article>\n`;
}

module.exports = { escapeHtml, page, table, article };
