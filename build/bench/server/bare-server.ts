// The baseline for the server: plain node:http that returns the JSON it receives and writes uploads to a file.
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.argv[2] ?? '.';

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/upload' || request.url === '/flushed') {
    await pipeline(request, createWriteStream(join(folder, 'bare-upload'), { flush: request.url === '/flushed' }));
    response.end('{}');
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { n } = JSON.parse(Buffer.concat(parts).toString()) as { n: number };
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ n: n * 2 }));
}

const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready at http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
});
