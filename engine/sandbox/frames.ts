// Messages as bytes on the stream between the engine and a code process: kind, length and content.
import type { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { DefaultSerializer, deserialize } from 'node:v8';

/** Kinds of frames. `message` is for the other end; the host process in between handles the other kinds, too. */
export const frameKinds = {
  message: 0,
  /** To the process: a job. Memory is watched from then on. */
  job: 1,
  /** To the process: the response to a synchronous request of the worker. */
  response: 2,
  /** From the process: the job's result. */
  end: 3,
  /** Sent by the process: the job uses too much memory. */
  outOfMemory: 4,
  /** From the process: the worker thread ended with an error. */
  crashed: 5,
  /** From the process: it has grown and should be replaced before the next job. */
  worn: 6,
  /** From the process: the worker thread is ready. */
  ready: 7,
  /** From the process: the job awaits something. */
  resting: 8,
  /** From the process: the job continues. */
  working: 9,
  /** From the host to the worker thread: whether it responds. */
  ping: 10,
  /** From the worker thread to the host: its response, which must always be the same. */
  pong: 11,
  /** From the process: the worker thread does not respond. */
  stuck: 12,
  /** From the process: number of calls that the worker thread has started so far, as a 32-bit big-endian integer. */
  started: 13,
} as const;

/** Length of the header: the kind, three unused bytes, and the length of the content. A multiple of eight keeps serialized data aligned. */
const HEADER = 8;
const LENGTH_AT = 4;
/** Maximum length of the content, in bytes. */
export const longestFrame = 1024 * 1024 * 1024;

export interface Frame {
  readonly kind: number;
  readonly content: Uint8Array;
}

const emptyHeader = new Uint8Array(HEADER);

/**
 * Returns the bytes of a frame with a value, serialized by structured clone. They have a buffer of their own. Throws DataCloneError for values that
 * cannot be cloned, RangeError for a frame that exceeds the maximum length.
 */
export function messageFrame(kind: number, value: unknown): Uint8Array<ArrayBuffer> {
  const serializer = new DefaultSerializer();
  serializer.writeRawBytes(emptyHeader);
  serializer.writeHeader();
  serializer.writeValue(value);
  return withHeader(serializer.releaseBuffer(), kind);
}

/** Returns the bytes of a frame with this content. */
export function contentFrame(kind: number, content: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(HEADER + content.byteLength);
  frame.set(content, HEADER);
  return withHeader(frame, kind);
}

function withHeader(frame: Uint8Array<ArrayBuffer>, kind: number): Uint8Array<ArrayBuffer> {
  const length = frame.byteLength - HEADER;
  if (length > longestFrame) throw new RangeError('The data is too large to be passed to code.');
  frame[0] = kind;
  new DataView(frame.buffer, frame.byteOffset).setUint32(LENGTH_AT, length);
  return frame;
}

export const kindOf = (frame: Uint8Array): number => frame[0] as number;

/** Whether this is one whole frame. User code, which can reach the port of its thread, must not change its memory afterwards. */
export const isFrame = (message: unknown): message is Uint8Array<ArrayBuffer> =>
  message instanceof Uint8Array &&
  message.buffer instanceof ArrayBuffer &&
  message.byteLength >= HEADER &&
  new DataView(message.buffer, message.byteOffset).getUint32(LENGTH_AT) === message.byteLength - HEADER;

/**
 * Whether two frames carry equal values. The bytes of equal values can differ: V8 has two forms for lists, and optimized code creates lists for which
 * it uses the other one. Throws if the content of one cannot be read.
 */
export const carryEqualValues = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(one, other) === 0 || isDeepStrictEqual(deserialize(one.subarray(HEADER)), deserialize(other.subarray(HEADER)));

const hasOwnBuffer = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;

/** Returns the bytes in a buffer of their own, so that it can be transferred: the same ones if possible, otherwise a copy. */
export const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => (hasOwnBuffer(bytes) ? bytes : new Uint8Array(bytes));

/** Size in bytes from which memory is worth releasing. */
const RELEASED_FROM = 4096;

/** Writes bytes that belong to the stream afterwards. */
export function writeOwn(stream: Writable, bytes: Uint8Array): void {
  if (bytes.byteLength < RELEASED_FROM) stream.write(bytes);
  else stream.write(bytes, () => release(bytes));
}

/**
 * Frees the memory of bytes that are not used anymore, instead of leaving it to the garbage collector. The next message can then use the same memory,
 * which the system does not have to provide again.
 */
export function release(bytes: Uint8Array): void {
  if (bytes.byteLength >= RELEASED_FROM && hasOwnBuffer(bytes)) bytes.buffer.transfer(0);
}

/** Memory in bytes that is reserved at first for a content: its sender may announce more than it sends. */
const RESERVED = 1024 * 1024;

/** Reassembles frames from the chunks of a stream. Throws RangeError for a frame that exceeds the maximum length. */
export class FrameReader {
  readonly #header = new Uint8Array(HEADER);
  /** Number of bytes of the header, and of the content behind it, that have arrived. */
  #headed = 0;
  #filled = 0;
  #length = 0;
  #content: Uint8Array = emptyHeader;

  /** Adds a chunk and returns the completed frames. Each frame has a buffer of its own. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.byteLength;) {
      at += this.#headed < HEADER ? this.#head(chunk, at) : this.#fill(chunk, at);
      if (this.#headed < HEADER || this.#filled < this.#length) continue;
      frames.push({ kind: kindOf(this.#header), content: this.#content });
      this.#headed = 0;
    }
    return frames;
  }

  /** Adds bytes of the header. Returns their number. */
  #head(chunk: Uint8Array, at: number): number {
    const part = chunk.subarray(at, at + HEADER - this.#headed);
    this.#header.set(part, this.#headed);
    this.#headed += part.byteLength;
    if (this.#headed < HEADER) return part.byteLength;
    this.#length = new DataView(this.#header.buffer).getUint32(LENGTH_AT);
    if (this.#length > longestFrame) throw new RangeError(`A message of ${this.#length} bytes is too long.`);
    this.#filled = 0;
    // The memory is filled before it is used.
    this.#content = Buffer.allocUnsafeSlow(Math.min(this.#length, RESERVED));
    return part.byteLength;
  }

  /** Adds bytes of the content. Returns their number. */
  #fill(chunk: Uint8Array, at: number): number {
    const part = chunk.subarray(at, at + this.#length - this.#filled);
    const filled = this.#filled + part.byteLength;
    if (filled > this.#content.byteLength) {
      const larger = Math.min(this.#length, Math.max(filled, 2 * this.#content.byteLength));
      this.#content = new Uint8Array((this.#content.buffer as ArrayBuffer).transfer(larger));
    }
    this.#content.set(part, this.#filled);
    this.#filled = filled;
    return part.byteLength;
  }
}
