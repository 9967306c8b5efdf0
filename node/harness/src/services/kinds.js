/** What differs from service to service, by name. */
'use strict';

const mongodb = require('./mongodb');
const mysql = require('./mysql');
const redis = require('./redis');

/** @typedef {import('./services').ServiceName} ServiceName */

/**
 * A connection to a service by the client library that servers use.
 *
 * @typedef {object} Client
 * @property {() => Promise<unknown>} ping a real answer
 * @property {() => Promise<string>} product such as `Redis 7.0.15`
 * @property {() => Promise<import('./services').Counts>} counts
 * @property {() => void | Promise<void>} close
 */

/**
 * Where a server program is to be started.
 *
 * @typedef {object} Place
 * @property {string} folder its own
 * @property {number} port
 * @property {(command: string[]) => Promise<string>} run runs another program to its end, and gives what it wrote
 */

/**
 * @typedef {object} Kind
 * @property {(url: string, timeoutMillis: number) => Promise<Client>} connect
 * @property {(address: string) => string} url of one that we start at `host:port`
 * @property {(program: string, place: Place) => Promise<string[]>} command makes the folder ready for a server
 *   program, and tells how it is started there
 * @property {{ environment: Record<string, string>, command: string[] }} container
 */

/** @type {Record<ServiceName, Kind>} */
const KINDS = { redis, mysql, mongodb };

module.exports = { KINDS };
