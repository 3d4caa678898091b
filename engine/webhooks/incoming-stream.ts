// The decoded, counted bytes of a request; distinguishes a normal end from a disconnect.
import { Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { AppError } from '../contract/errors.ts';
import { joinInSlices } from '../parsing/join-in-slices.ts';
import { guarded, guardedStep } from '../workflow/values/guarded.ts';
import type { IncomingCall } from './ports.ts';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** Maximum number of nested encodings; more are only used by decompression bombs. */
const MAX_CODINGS = 2;

export const clientGone = (): AppError => new AppError('BAD_REQUEST', 'The client disconnected before the whole request had arrived.');

/**
 * Returns the body with its content-encoding decoded, at most `limit` bytes. Throws FILE_TOO_LARGE beyond the limit, and BAD_REQUEST for an
 * unknown encoding, invalid data and a disconnected caller. The request itself is not destroyed, so that a response can be sent.
 */
export function bodyStream(call: IncomingCall, limit: number): Readable {
  const codings = codingsOf(call.headers['content-encoding']);
  const steps = codings.map((coding) => {
    const decoder = decoders.get(coding);
    if (decoder === undefined || codings.length > MAX_CODINGS) {
      throw new AppError(
        'BAD_REQUEST',
        `The body has the encoding "${codings.join(', ')}", which is not supported. Use gzip, deflate or br.`,
      );
    }
    return decoder();
  });
  if (declaredLength(call) > limit && steps.length === 0) throw tooLarge(limit);
  const counted = counter(limit);
  // It may fail before its reader has opened a file; the reader still receives the error.
  counted.on('error', () => undefined);
  const chain: readonly (Readable | Transform)[] = [call, ...steps, counted];
  const fail = (error: Error): void => {
    call.unpipe();
    // Discards the rest of the body, so that the response can be sent.
    call.resume();
    for (const step of steps) step.destroy();
    counted.destroy(error);
  };
  for (const step of steps)
    step.on('error', (cause) => fail(new AppError('BAD_REQUEST', 'The body does not match its Content-Encoding.', { cause })));
  counted.on('close', () => {
    if (!counted.readableEnded) fail(counted.errored ?? clientGone());
  });
  call.on('error', () => fail(clientGone()));
  call.on('close', () => {
    if (!call.readableEnded) fail(clientGone());
  });
  chain.reduce((from, to) => from.pipe(to as Transform));
  return counted;
}

function counter(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform: guardedStep((chunk) => {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      return chunk;
    }),
  });
}

/** Reads a stream to its end. */
export function gather(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    stream.on(
      'data',
      guarded(reject, (part: Uint8Array) => parts.push(part)),
    );
    stream.on('end', () => resolve(parts.length === 1 ? Buffer.from(parts[0] as Uint8Array) : joinInSlices(parts)));
    stream.on('error', reject);
  });
}

/** Reads an unencoded body directly, without an intermediate stream, since most requests are small. */
export function gatherPlain(call: IncomingCall, limit: number): Promise<Buffer> {
  if (declaredLength(call) > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const stop = (error: Error): void => {
      call.off('data', take);
      call.resume();
      reject(error);
    };
    const take = guarded(stop, (part: Buffer) => {
      size += part.byteLength;
      if (size > limit) throw tooLarge(limit);
      parts.push(part);
    });
    call.on('data', take);
    call.on('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : joinInSlices(parts)));
    call.on('error', () => stop(clientGone()));
    call.on('close', () => {
      if (!call.readableEnded) stop(clientGone());
    });
  });
}

export const isEncoded = (call: IncomingCall): boolean => codingsOf(call.headers['content-encoding']).length > 0;

/** Whether the request has a body. */
export function hasBody({ headers }: IncomingCall): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function declaredLength({ headers }: IncomingCall): number {
  return Number(headers['content-length'] ?? 0);
}

function codingsOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity').reverse();
}

export function tooLarge(limit: number): AppError {
  return new AppError('FILE_TOO_LARGE', `The request is larger than the allowed ${readable(limit)}.`, {
    params: { limit },
    hint: "Send less, or raise the limit in the instance's settings.",
  });
}

const readable = (bytes: number): string => (bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MiB` : `${bytes} bytes`);
