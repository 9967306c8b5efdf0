/** Stands in for a JVM: is ready at once, tells with which options, and writes the archive that it is to make when it is asked to end. */
'use strict';

const fs = require('node:fs');
const http = require('node:http');

const options = (process.env.JDK_JAVA_OPTIONS ?? '').split(' ');
const archive = options.find((option) => option.startsWith('-XX:ArchiveClassesAtExit='));

if (process.env.FAULT === 'ends') {
  process.stderr.write('no such option\n');
  process.exit(1);
}
process.on('SIGTERM', () => {
  if (archive) fs.writeFileSync(archive.slice(archive.indexOf('=') + 1), 'classes');
  process.exit(0);
});
http
  .createServer((_request, response) => response.end('{"status":"up"}'))
  .listen(Number(process.env.PORT), process.env.HOST);
