// Messages as bytes on the stream between the engine and a code process: kind, length and content.

/** Kinds of frames. `message` is for the other end; the host process in between handles the other kinds, too. */
export const frameKinds = {
  message: 0,
  /** To the process: a job. Memory is watched from then on. */
  job: 1,
  /** To the process: the response to a synchronous request of the worker. */
  answer: 2,
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
  /** From the worker thread to the host: it responds. */
  pong: 11,
  /** From the process: the worker thread does not respond. */
  stuck: 12,
} as const;

const HEADER = 5;
/** Maximum length of the content, in bytes. */
export const longestFrame = 1024 * 1024 * 1024;

export interface Frame {
  readonly kind: number;
  readonly content: Uint8Array;
}

/** Contents up to this length are copied behind their header, so that the frame is written at once. */
const COPIED = 1024 * 1024;

/** Returns the bytes of a frame, in one or two parts. */
export function frameBytes(kind: number, content: Uint8Array): readonly Uint8Array[] {
  const { byteLength } = content;
  const isCopied = byteLength <= COPIED;
  const first = new Uint8Array(isCopied ? HEADER + byteLength : HEADER);
  first[0] = kind;
  new DataView(first.buffer).setUint32(1, byteLength);
  if (!isCopied) return [first, content];
  first.set(content, HEADER);
  return [first];
}

/** Reassembles frames from the chunks of a stream. Throws RangeError for a frame that exceeds the maximum length. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** Number of bytes needed for the next step: a header, or a header with its content. */
  #wanted = HEADER;

  /** Adds a chunk and returns the completed frames. Each frame has a buffer of its own. */
  push(chunk: Uint8Array): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    const frames: Frame[] = [];
    while (this.#size >= this.#wanted) {
      const [bytes, view] = this.#joined();
      const length = view.getUint32(1);
      if (length > longestFrame) throw new RangeError(`A message of ${length} bytes is too long.`);
      if (this.#size < HEADER + length) {
        this.#wanted = HEADER + length;
        break;
      }
      frames.push({ kind: bytes[0] as number, content: new Uint8Array(bytes.subarray(HEADER, HEADER + length)) });
      this.#size -= HEADER + length;
      this.#chunks = this.#size === 0 ? [] : [bytes.subarray(HEADER + length)];
      this.#wanted = HEADER;
    }
    return frames;
  }

  #joined(): readonly [Uint8Array, DataView] {
    const [first] = this.#chunks as [Uint8Array];
    let bytes = first;
    if (this.#chunks.length > 1) {
      bytes = new Uint8Array(this.#size);
      let at = 0;
      for (const chunk of this.#chunks) {
        bytes.set(chunk, at);
        at += chunk.byteLength;
      }
      this.#chunks = [bytes];
    }
    return [bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
  }
}
