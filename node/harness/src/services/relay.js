/**
 * A relay stands between a server and its service: a small TCP proxy that can be cut (`down`), silenced
 * (`silent`) and brought back (`up`), and that counts the connections it holds.
 */
'use strict';

const fs = require('node:fs');
const net = require('node:net');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { takeIntoCare } = require('../stacks/cleanup');
const { claimPort } = require('../stacks/free-port');

const HOST = '127.0.0.1';
/**
 * Below the ports that systems give out by themselves (Linux from 32,768, others from 49,152): while the
 * relay is down nobody is handed its port, and no client can be connected to itself. From other relays it is claimed.
 */
const PORTS = { least: 20_000, count: 12_000 };
const ATTEMPTS = 50;
/** So much is held of each direction of a connection; the rest waits with whoever sent it. */
const HELD_BYTES_MAX = 1024 * 1024;
/** In the first turn of the event loop an end that has arrived is read, in the second its socket closes. */
const TURNS_UNTIL_CLOSED = 3;

/**
 * @param {string} url a service's, with host and port
 * @returns {Promise<Relay>} one that is up
 * @throws {Error} the URL names no port, or no port was free
 */
async function openRelay(url) {
  const relay = new Relay(url);
  await relay.up();
  return relay;
}

/** Its methods are to be called one after the other. */
class Relay {
  #target;
  #port = 0;
  /** Gives its port to others. */
  #disclaim = () => {};
  /** @type {net.Server | null} */
  #listener = null;
  #silent = false;
  /** @type {Set<Lane>} */
  #lanes = new Set();
  #peak = 0;

  /** @param {string} url */
  constructor(url) {
    this.#target = new URL(url);
    // The URL itself may hold a password.
    if (this.#target.port === '') throw new Error('a relay needs a URL that names the port');
  }

  /** @returns {string} the service's URL with the relay's host and port */
  get url() {
    const url = new URL(this.#target);
    url.host = `${HOST}:${this.#port}`;
    return url.href;
  }

  /** @returns {number} how many connections it holds now */
  get connections() {
    return this.#lanes.size;
  }

  /** @returns {number} how many it has held at once since `resetPeak` */
  get peakConnections() {
    return this.#peak;
  }

  /** Begins to count anew, with the connections that there are. */
  resetPeak() {
    this.#peak = this.#lanes.size;
  }

  /** Destroys every connection and refuses new ones. */
  async down() {
    const listener = this.#listener;
    this.#listener = null;
    const closed = new Promise((resolve) => {
      if (listener) listener.close(resolve);
      else resolve(undefined);
    });
    for (const lane of this.#lanes) lane.end();
    this.#lanes.clear();
    await closed;
  }

  /** Keeps and takes connections, and passes nothing in either direction. */
  async silent() {
    this.#silent = true;
    for (const lane of this.#lanes) lane.shut();
    await this.#listen();
  }

  /** Is the service again; what was sent meanwhile is delivered, unless its connection has ended. */
  async up() {
    // Ends that have arrived and were not read yet are read first.
    await nextTurn();
    this.#silent = false;
    for (const lane of this.#lanes) lane.open();
    await this.#listen();
  }

  /** Ends it; nothing is left. */
  async close() {
    await this.down();
    this.#disclaim();
  }

  async #listen() {
    if (this.#listener) return;
    if (this.#port === 0) return this.#listenSomewhere();
    this.#listener = await listenOn(this.#port, (client) => this.#accept(client));
  }

  async #listenSomewhere() {
    for (let attempt = 1; this.#listener === null; attempt++) {
      const { port, folder } = await claimPort(HOST, async () => somePort());
      const care = takeIntoCare({ folder });
      this.#disclaim = () => {
        // Once: then it may be somebody else's.
        this.#disclaim = () => {};
        fs.rmSync(folder, { recursive: true, force: true });
        care.release();
      };
      try {
        this.#listener = await listenOn(port, (client) => this.#accept(client));
        this.#port = port;
      } catch (error) {
        this.#disclaim();
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code !== 'EADDRINUSE' || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** @param {net.Socket} client */
  #accept(client) {
    const lane = new Lane(client, this.#target);
    this.#lanes.add(lane);
    client.once('close', () => this.#lanes.delete(lane));
    this.#countSoon();
    if (!this.#listener) lane.end();
    else if (!this.#silent) lane.open();
  }

  /** A client that closed one connection before it opened the next has never had both: its end is read first. */
  async #countSoon() {
    if (this.#lanes.size <= this.#peak) return;
    const seen = [...this.#lanes];
    for (let turn = 0; turn < TURNS_UNTIL_CLOSED; turn++) await nextTurn();
    const held = seen.filter((lane) => this.#lanes.has(lane));
    this.#peak = Math.max(this.#peak, held.length);
  }
}

/** One connection of a client, and the one to the service behind it. */
class Lane {
  #client;
  #target;
  #toService;
  /** @type {net.Socket | null} */
  #service = null;
  /** @type {Flow | null} */
  #toClient = null;
  #isOpen = false;

  /**
   * @param {net.Socket} client
   * @param {URL} target
   */
  constructor(client, target) {
    this.#client = client;
    this.#target = target;
    client.setNoDelay(true);
    client.on('error', () => {});
    // A client that left while nothing was passed takes back what it had asked.
    client.once('end', () => {
      if (!this.#isOpen) this.end();
    });
    client.once('close', () => this.end());
    this.#toService = new Flow(client);
  }

  /** Passes what is held and what comes. */
  open() {
    this.#isOpen = true;
    // Connected late: services refuse those who have often come and gone without a word.
    this.#service ??= this.#connect();
    if (this.#service.errored) return this.end();
    this.#toService.open(this.#service);
    this.#toClient?.open(this.#client);
  }

  shut() {
    this.#isOpen = false;
    this.#toService.shut();
    this.#toClient?.shut();
  }

  end() {
    this.#client.destroy();
    this.#service?.destroy();
  }

  /** @returns {net.Socket} */
  #connect() {
    const { hostname, port } = this.#target;
    const host = hostname.replace(/^\[|\]$/g, '');
    const service = net.connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true });
    service.on('error', () => {
      if (this.#isOpen) this.end();
    });
    this.#toClient = new Flow(service);
    return service;
  }
}

/** One direction of a connection: bytes go on while it is open, and are held while it is shut. */
class Flow {
  #from;
  /** @type {net.Socket | null} */
  #to = null;
  /** @type {Buffer[]} */
  #held = [];
  #heldBytes = 0;
  #ended = false;

  /** @param {net.Socket} from */
  constructor(from) {
    this.#from = from;
    from.on('data', (bytes) => this.#take(bytes));
    from.once('end', () => {
      this.#ended = true;
      this.#pass();
    });
  }

  /** @param {net.Socket} to */
  open(to) {
    this.#to = to;
    this.#pass();
  }

  shut() {
    this.#to = null;
  }

  /** @param {Buffer} bytes */
  #take(bytes) {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#pass();
    if (this.#heldBytes > HELD_BYTES_MAX) this.#from.pause();
  }

  #pass() {
    const to = this.#to;
    if (to === null) return;
    for (const bytes of this.#held.splice(0)) to.write(bytes);
    this.#heldBytes = 0;
    if (this.#ended) to.end();
    else if (!to.writableNeedDrain) this.#from.resume();
    else {
      this.#from.pause();
      to.once('drain', () => this.#from.resume());
    }
  }
}

/**
 * @param {number} port
 * @param {(client: net.Socket) => void} onClient
 * @returns {Promise<net.Server>}
 */
function listenOn(port, onClient) {
  return new Promise((resolve, reject) => {
    const listener = net.createServer({ allowHalfOpen: true }, onClient);
    listener.once('error', reject);
    listener.listen({ port, host: HOST, backlog: 1024 }, () => resolve(listener));
  });
}

/** @returns {number} */
function somePort() {
  return PORTS.least + Math.floor(Math.random() * PORTS.count);
}

module.exports = { openRelay, Relay };
