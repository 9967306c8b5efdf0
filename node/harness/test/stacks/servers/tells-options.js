/** A server that tells on standard error with which options it was started, and a JVM would have been in its place. */
'use strict';

const http = require('node:http');

console.error(process.env.JDK_JAVA_OPTIONS, 'node', ...process.execArgv);
const server = http.createServer((_request, response) => response.end('{"status":"up"}'));
server.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
