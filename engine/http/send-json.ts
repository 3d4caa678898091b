// Streams JSON in chunks, with backpressure.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export async function sendJson(reply: FastifyReply, chunks: Iterable<string> | AsyncIterable<string | Uint8Array>): Promise<void> {
  await reply.type('application/json; charset=utf-8').send(Readable.from(chunks, { objectMode: false }));
}
