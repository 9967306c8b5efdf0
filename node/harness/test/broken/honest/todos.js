/** A list of todos, and the forms and searches that change and show it. */
'use strict';

const { Problem } = require('./problem');
const { atMostOne, exactlyOne } = require('./parameters');

/** @typedef {{ id: number, description: string, done: boolean }} Todo */
/** @typedef {Map<string, string[]>} Parameters */

const MAX_CODE_POINTS = 1_000;

/** @type {Todo[]} */
const todos = [
  { id: 1, description: 'laundry', done: true },
  { id: 2, description: 'lunch', done: false },
  { id: 3, description: 'exercise', done: false },
];
let lastId = todos.length;

/** @returns {Todo[]} */
function allTodos() {
  return todos;
}

/**
 * @param {string} wanted
 * @returns {Todo[]}
 */
function findTodos(wanted) {
  return todos.filter(({ description }) => foldAscii(description).includes(foldAscii(wanted)));
}

/**
 * @param {string} text
 * @returns {string}
 */
function foldAscii(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * @param {string} id
 * @returns {Todo}
 */
function todoOf(id) {
  if (!/^[0-9]{1,15}$/.test(id)) throw new Problem(400, 'The id must be a number.');
  const todo = todos.find((candidate) => candidate.id === Number(id));
  if (todo === undefined) throw new Problem(404, 'There is no todo of this id.');
  return todo;
}

/**
 * @param {Parameters} form
 * @returns {Todo}
 */
function addTodo(form) {
  const todo = { id: ++lastId, description: checked(exactlyOne(form, 'description')), done: false };
  todos.push(todo);
  return todo;
}

/**
 * @param {string} id
 * @param {Parameters} form
 */
function changeTodo(id, form) {
  const todo = todoOf(id);
  const description = atMostOne(form, 'description');
  const done = atMostOne(form, 'done');
  if (description !== undefined) checked(description);
  if (done !== undefined && done !== 'true' && done !== 'false') {
    throw new Problem(400, 'done must be true or false.');
  }
  todo.description = description ?? todo.description;
  todo.done = done === undefined ? todo.done : done === 'true';
}

/** @param {string} id */
function deleteTodo(id) {
  todos.splice(todos.indexOf(todoOf(id)), 1);
}

/**
 * @param {string} description
 * @returns {string}
 */
function checked(description) {
  if (description.trim() === '') throw new Problem(400, 'The description is missing.');
  if ([...description].length > MAX_CODE_POINTS) {
    throw new Problem(400, `A description may have ${MAX_CODE_POINTS} characters.`);
  }
  return description;
}

module.exports = { allTodos, findTodos, todoOf, addTodo, changeTodo, deleteTodo };
