/** Pages are equal when a browser would show them alike. */
'use strict';

const { normalPage } = require('../../src/contracts/pages');

describe('the normal form of a page', () => {
  test('has one line a node, two blanks a level', () => {
    expect(normalPage('<ul><li>one</li></ul>')).toEqual(['<ul>', '  <li>', '    "one"']);
  });

  test('sorts attributes, and the words of a class', () => {
    const page = '<p id="a" class="  b a\n" hidden>x</p>';
    expect(normalPage(page)).toEqual(['<p class="a b" hidden="" id="a">', '  "x"']);
  });

  test('drops comments and text of only white space', () => {
    expect(normalPage('<b> <!-- c --> </b>\n')).toEqual(['<b>']);
  });

  test('makes white space one blank and trims it, but keeps a no-break space', () => {
    expect(normalPage('<p>\n a \t b \u00a0 </p>')).toEqual(['<p>', '  "a b \u00a0"']);
  });

  test('tells a page by its doctype', () => {
    const page = '<!doctype html><title>t</title>';
    expect(normalPage(page)).toEqual([
      '<html>',
      '  <head>',
      '    <title>',
      '      "t"',
      '  <body>',
    ]);
  });

  test('resolves character references', () => {
    expect(normalPage('<p>&lt;b&gt;</p>')).toEqual(normalPage('<p>&#60;b></p>'));
    expect(normalPage('<p>&lt;b&gt;</p>')).not.toEqual(normalPage('<p><b></p>'));
  });
});
