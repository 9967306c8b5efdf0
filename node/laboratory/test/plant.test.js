'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { loadStacks } = require('loadline/src/stacks');
const { plantInto } = require('../src/plants/plant');

const ROOT = path.resolve(__dirname, '../../..');
const MAIN = 'src/main/kotlin/dev/loadline/javalin/Main.kt';
const ECHO = 'src/main/kotlin/dev/loadline/javalin/Echo.kt';

/** @type {string} */
let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plant-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @param {string} id */
function stackOf(id) {
  return /** @type {any} */ (loadStacks(ROOT).find((stack) => stack.id === id));
}

test('Javalin gets the plant before its routes and its messages, and its options in the command', () => {
  const own = stackOf('java/javalin');
  const copy = { ...own, folder: path.join(folder, 'javalin') };
  fs.mkdirSync(path.dirname(path.join(copy.folder, MAIN)), { recursive: true });
  for (const file of [MAIN, ECHO, 'stack.json']) {
    fs.copyFileSync(path.join(own.folder, file), path.join(copy.folder, file));
  }
  const workloads = path.join(folder, 'workloads/src/main/java/dev/loadline/workloads');
  fs.mkdirSync(workloads, { recursive: true });
  plantInto(copy, { harm: 'cpu', share: 0.05, paths: '^/hello' });
  expect(fs.readFileSync(path.join(copy.folder, MAIN), 'utf8')).toContain(
    'Planted.request(it.path())',
  );
  expect(fs.readFileSync(path.join(copy.folder, ECHO), 'utf8')).toContain(
    'message -> dev.loadline.workloads.Planted.request("/echo"); await',
  );
  expect(fs.readdirSync(workloads)).toEqual(['Planted.java']);
  const { command } = JSON.parse(fs.readFileSync(path.join(copy.folder, 'stack.json'), 'utf8'));
  expect(command).toEqual([
    'java',
    ...['-Dplanted.harm=cpu', '-Dplanted.share=0.05', '-Dplanted.everyMillis=50'],
    ...['-Dplanted.paths=^/hello', '-jar', 'target/javalin.jar'],
  ]);
  fs.writeFileSync(path.join(copy.folder, MAIN), 'fun main() {}');
  expect(() => plantInto(copy, { harm: 'cpu', share: 0.05 })).toThrow('once, where the plant goes');
});

test('a stack without a place for it is told, with those that have one', () => {
  expect(() => plantInto(stackOf('java/grizzly'), { harm: 'cpu', share: 0.05 })).toThrow(
    'there is no place for a plant in java/grizzly; known: java/javalin, java/spring-mvc, java/spring-webflux',
  );
});
