/** The HTTP driver against small servers whose speed and faults are known. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const hdr = require('hdr-histogram-js');
const { schemaCheck } = require('../../src/input/schema');
const { runDriver } = require('./run-driver');
const { GREETING, closeServers, greet, listen, serve, sliceOf } = require('./serving');

jest.setTimeout(30_000);

const SCHEMA = path.join(__dirname, '../../../../contracts/schema/sample.schema.json');

afterEach(closeServers);

/**
 * @param {string} url
 * @param {object[]} exchanges
 * @param {object} [more]
 */
function slice(url, exchanges = [GREETING], more = {}) {
  return sliceOf(url, exchanges, more);
}

test('a sample of a server without faults has no errors and obeys its schema', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples, exitCode } = await runDriver(slice(url));
  const [sample] = samples;
  expect(exitCode).toBe(0);
  expect(schemaCheck(SCHEMA)(sample, 'sample')).toEqual([]);
  expect(sample.errors).toEqual({ total: 0, kinds: {} });
  expect(sample.valid).toBeGreaterThan(100);
  expect(sample.responses).toBeGreaterThan(sample.valid);
  expect(sample.requestsPerSecond).toBeCloseTo(sample.valid / sample.seconds, 6);
  expect(hdr.decodeFromCompressedBase64(sample.histogram).totalCount).toBe(sample.valid);
});

test('one driver process does slice after slice', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples } = await runDriver(slice(url), slice(url), slice(url));
  expect(samples).toHaveLength(3);
});

test('latencies are in microseconds, each response by its own time', async () => {
  const url = await serve((_, response) => void setTimeout(() => greet(response), 5));
  const { samples } = await runDriver(slice(url, [GREETING], { seconds: 0.8 }));
  expect(samples[0].latencyMicros.p50).toBeGreaterThan(4_900);
  // In nanoseconds it would be millions.
  expect(samples[0].latencyMicros.p50).toBeLessThan(1_000_000);
});

test('one wrong body in ten is counted as an error and not as throughput', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    greet(response, requests++ % 10 === 3 ? 'Hello Wurld!' : undefined);
  });
  const { samples } = await runDriver(slice(url));
  const { errors, responses, valid } = samples[0];
  expect(errors.total).toBe(errors.kinds.body.count);
  expect(errors.total / responses).toBeCloseTo(0.1, 2);
  expect(valid).toBeLessThanOrEqual(responses - errors.total);
  expect(errors.kinds.body.examples[0]).toBe(
    'GET /hello: expected "Hello World!" (12 bytes), got "Hello Wurld!" (12 bytes)',
  );
});

test('fast failures are errors, and their speed is none', async () => {
  const url = await serve((_, response) => void response.writeHead(500).end('no luck'));
  const { samples } = await runDriver(slice(url));
  expect(samples[0]).toMatchObject({ valid: 0, requestsPerSecond: 0 });
  expect(samples[0].latencyMicros).toEqual({ p50: null, p99: null });
  expect(samples[0].errors.kinds.status.count).toBe(samples[0].responses);
  expect(samples[0].errors.kinds.status.examples[0]).toBe(
    'GET /hello: expected status 200, got 500 with body "no luck"',
  );
});

test('a wrong content type is an error', async () => {
  const url = await serve((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('Hello World!');
  });
  const { samples } = await runDriver(slice(url));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.header.examples[0]).toBe(
    'GET /hello: expected content-type text/plain; charset=utf-8, got "text/html"',
  );
});

test('a connection that the server announces to close is opened again, without an error', async () => {
  let requests = 0;
  const paths = ['/0', '/1', '/2'];
  const url = await serve((request, response) => {
    if (++requests % 7 === 0) response.setHeader('Connection', 'close');
    greet(response, request.url);
  });
  const exchanges = paths.map((at) => ({
    request: { path: at },
    response: { status: 200, body: { text: at } },
  }));
  // Long enough for so many, though the machine stands still for a while.
  const { samples } = await runDriver(slice(url, exchanges, { seconds: 2 }));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].reconnects).toBeGreaterThan(10);
  expect(samples[0].valid).toBeGreaterThan(100);
});

test('a connection that is closed in the middle of an answer is an error, and the next answer is not', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    if (++requests % 5 !== 0) return greet(response);
    response.writeHead(200, { 'Content-Length': '12', 'Content-Type': 'text/plain' });
    response.write('Hello');
    setTimeout(() => response.destroy(), 1);
  });
  const { samples } = await runDriver(slice(url));
  expect(Object.keys(samples[0].errors.kinds)).toEqual(['connection']);
  expect(samples[0].errors.kinds.connection.examples[0]).toContain('in the middle of its answer');
  expect(samples[0].valid).toBeGreaterThan(10);
});

test('an answer that is no HTTP is an error, and does not hold the slice up', async () => {
  const url = await listen(
    net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => void socket.write('HTTP?\r\n\r\n'));
    }),
  );
  const { samples } = await runDriver(slice(url));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.protocol.count).toBeGreaterThan(0);
});

test('a request that is never answered is an error', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    if (++requests !== 50) greet(response);
  });
  const { samples } = await runDriver(slice(url, [GREETING], { timeoutSeconds: 1 }));
  expect(samples[0].errors).toEqual({
    total: 1,
    kinds: { timeout: { count: 1, examples: ['GET /hello: no whole answer within 1 s'] } },
  });
});

test('an answer that ends with its connection is right, and the next one comes on another', async () => {
  const url = await listen(
    net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        socket.write('HTTP/1.0 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello ');
        socket.end('World!');
      });
    }),
  );
  const { samples } = await runDriver(slice(url, [GREETING], { seconds: 2 }));
  const { errors, reconnects, responses, valid } = samples[0];
  expect(errors).toEqual({ total: 0, kinds: {} });
  expect(valid).toBeGreaterThan(4);
  expect(reconnects).toBe(responses);
});

test('more than one answer to a request is an error', async () => {
  const url = await listen(
    net.createServer((socket) => {
      socket.on('error', () => {});
      const answer = 'HTTP/1.1 204 No Content\r\n\r\n';
      socket.on('data', () => void socket.write(answer + answer));
    }),
  );
  const exchange = { request: { path: '/' }, response: { status: 204 } };
  const { samples } = await runDriver(slice(url, [exchange]));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.protocol.examples[0]).toBe(
    'GET /: the answer is not well-formed HTTP (bytes follow it)',
  );
});

test('a head that is right for one exchange is not right for another that expects more', async () => {
  const url = await serve((_, response) => greet(response));
  const { request, response } = GREETING;
  const other = { request, response: { ...response, contentType: 'text/html' } };
  const { samples } = await runDriver(slice(url, [GREETING, other]));
  const [right, wrong] = samples[0].exchanges;
  expect(right.right).toBeGreaterThan(0);
  expect(right.right).toBe(right.responses);
  expect(wrong.responses).toBeGreaterThan(0);
  expect(wrong.right).toBe(0);
});

test('a head that was right for long and then is not is an error each time', async () => {
  let wrong = 0;
  let requests = 0;
  const url = await serve((_, response) => {
    if (++requests % 10 !== 0) return greet(response);
    wrong++;
    response.setHeader('Content-Type', 'text/html').end('Hello World!');
  });
  const { samples } = await runDriver(slice(url));
  expect(samples[0].valid).toBeGreaterThan(0);
  expect(samples[0].errors.kinds.header.count).toBe(wrong);
});

test('an answer that comes before all was sent is taken, and the next request goes another way', async () => {
  let connections = 0;
  const url = await listen(
    net.createServer((socket) => {
      connections++;
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 413 \r\nContent-Length: 0\r\n\r\n');
      });
    }),
  );
  const exchange = {
    request: { method: 'PUT', path: '/', body: { fill: { bytes: 20_000_000 } } },
    response: { status: 413 },
  };
  const { samples } = await runDriver(slice(url, [exchange], { seconds: 2 }));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].responses).toBeGreaterThan(4);
  expect(connections).toBeGreaterThanOrEqual(samples[0].responses);
});

test('a server that does not take connections keeps nobody for ever', async () => {
  // Its queue has room for two; whoever comes later is not told.
  const program = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const server = spawn(process.execPath, ['-e', program]);
  const [port] = await once(server.stdout, 'data');
  const load = { connections: 6, exchanges: [GREETING] };
  const { samples } = await runDriver(
    slice(`http://127.0.0.1:${port}`, [], { load, timeoutSeconds: 1 }),
  );
  server.kill('SIGKILL');
  expect(samples[0].errors).toMatchObject({ total: 6, kinds: { timeout: { count: 6 } } });
});

test('a server that is not there gives errors and ends early', async () => {
  const { samples } = await runDriver(slice('http://127.0.0.1:1', [GREETING], { seconds: 30 }));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.connection.count).toBeGreaterThan(0);
});

test('a body of characters that are cut at chunk borders is right', async () => {
  const text = '日本語😀'.repeat(50);
  const url = await serve((_, response) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
    response.end();
  });
  const exchange = { request: { path: '/' }, response: { status: 200, body: { text } } };
  const { samples } = await runDriver(slice(url, [exchange]));
  expect(samples[0].errors.total).toBe(0);
  expect(samples[0].valid).toBeGreaterThan(0);
});

test('a JSON body is compared as JSON, and what was sent is what the contract says', async () => {
  const url = await serve((request, response) => {
    let bytes = 0;
    request.on('data', (chunk) => (bytes += chunk.length));
    request.on('end', () => {
      const media = request.headers['content-type'];
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ media, method: request.method, bytes }));
    });
  });
  const exchanges = [
    {
      request: { method: 'PUT', path: '/', body: { fill: { bytes: 100_000 } } },
      response: {
        status: 200,
        headers: { 'content-type': { pattern: '^application/json(;|$)' } },
        body: { json: { bytes: 100_000, method: 'PUT' } },
      },
    },
    {
      request: { method: 'POST', path: '/', body: { json: { a: 1 } } },
      response: { status: 200, body: { jsonIncludes: { media: 'application/json', bytes: 7 } } },
    },
  ];
  const { samples } = await runDriver(slice(url, exchanges));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].valid).toBeGreaterThan(10);
});

describe('a stream of items', () => {
  const exchange = {
    request: { path: '/stream?id={{unique}}' },
    response: { status: 200, body: { items: { count: 200, size: 32 } } },
  };

  /** @param {number} seq */
  function item(seq) {
    const start = `{"seq":${seq},"pad":"`;
    return `${start}${'x'.repeat(32 - start.length - 3)}"}\n`;
  }

  /**
   * @param {import('node:http').ServerResponse} response
   * @param {string[]} lines
   */
  function sendUneven(response, lines) {
    const bytes = Buffer.from(lines.join(''));
    for (let at = 0, size = 1; at < bytes.length; at += size, size += 13) {
      response.write(bytes.subarray(at, at + size));
    }
    response.end();
  }

  test('is right in whatever pieces it comes, and each has an id of its own', async () => {
    const ids = new Set();
    let requests = 0;
    const url = await serve((request, response) => {
      requests++;
      ids.add(new URL(request.url ?? '', 'http://x').searchParams.get('id'));
      sendUneven(
        response,
        Array.from({ length: 200 }, (_, seq) => item(seq)),
      );
    });
    // Long enough for so many, though the machine stands still for a while.
    const { samples } = await runDriver(slice(url, [exchange], { seconds: 2 }));
    expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
    expect(samples[0].valid).toBeGreaterThan(10);
    expect(ids.size).toBe(requests);
    expect(samples[0].items.perSecond).toBeGreaterThan(200 * 10);
    expect(schemaCheck(SCHEMA)(samples[0], 'sample')).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{8}$/);
  });

  test('tells the time between items', async () => {
    const url = await serve(async (_, response) => {
      for (let seq = 0; seq < 200; seq++) {
        response.write(item(seq));
        // Ten at once, then a pause.
        if (seq % 10 === 9) await sleep(5);
      }
      response.end();
    });
    const { samples } = await runDriver(slice(url, [exchange], { seconds: 0.8 }));
    const { perSecond, betweenMicros } = samples[0].items;
    expect(samples[0].errors.total).toBe(0);
    // Four connections with ten items in no less than 5 ms each.
    expect(perSecond).toBeLessThan(4 * 2_000);
    expect(betweenMicros.p50).toBeLessThan(1_000);
    expect(betweenMicros.p99).toBeGreaterThan(4_500);
  });

  test('is wrong when one item is lost', async () => {
    const url = await serve((_, response) => {
      const lines = Array.from({ length: 201 }, (_item, seq) => item(seq));
      sendUneven(response, lines.toSpliced(77, 1));
    });
    const { samples } = await runDriver(slice(url, [exchange]));
    expect(samples[0].valid).toBe(0);
    expect(samples[0].errors.kinds.body.examples[0]).toContain(
      'expected line 77 to be an object of 32 bytes that starts with {"seq":77',
    );
  });
});

describe('a bad specification', () => {
  test('is refused with everything that is wrong, and exit code 2', async () => {
    const { stderr, exitCode } = await runDriver({ url: 'x', seconds: 0, ownsCore: 1, load: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'driver: the specification is not valid: ' +
        '/url: expected an address such as http://127.0.0.1:8080; ' +
        '/seconds: expected more than 0 and at most 3600; ' +
        '/ownsCore: expected true or false; ' +
        '/load/connections: expected 1 or more; /load: expected either exchanges or echo\n',
    );
  });

  test('is refused when it asks for a check that the driver does not do', async () => {
    const exchange = { request: { path: '/' }, response: { status: 404, problem: true } };
    const { stderr, exitCode } = await runDriver(slice('http://127.0.0.1:1', [exchange]));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot check response.problem of /');
  });
});
