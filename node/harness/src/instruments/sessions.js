/**
 * Tells whether Linux shares a core out by session (autogroup, sched(7)): then a server with fifty busy threads has no more of it than one
 * with one, since each server has a session of its own.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * @param {string} [root] of the file system, for tests
 * @returns {boolean}
 */
function sessionsShareCores(root = '/') {
  const isOn = read(root, 'proc/sys/kernel/sched_autogroup_enabled') === '1';
  return isOn && !isInGroup(root, read(root, 'proc/self/cgroup'));
}

/**
 * In a control group of the CPU's the group is shared out instead, among all of its threads.
 *
 * @param {string} root
 * @param {string} groups lines of `hierarchy:controllers:path`; version 2 names no controllers
 */
function isInGroup(root, groups) {
  return groups.split('\n').some((line) => {
    const [, controllers = '', group = '/'] = line.split(':');
    if (controllers === '') return hasWeight(root, group);
    return controllers.split(',').includes('cpu') && group !== '/';
  });
}

/**
 * @param {string} root
 * @param {string} group
 * @returns {boolean} whether it or one above it has a share of its own, as the uppermost never has
 */
function hasWeight(root, group) {
  const file = path.join(root, 'sys/fs/cgroup', group, 'cpu.weight');
  if (fs.existsSync(file)) return true;
  return group !== '/' && hasWeight(root, path.dirname(group));
}

/**
 * @param {string} root
 * @param {string} file
 */
function read(root, file) {
  const whole = path.join(root, file);
  return fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8').trim() : '';
}

module.exports = { sessionsShareCores };
