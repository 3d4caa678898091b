// JSON text in pieces: a run's data may be larger than one string can be, and writing it at once would hold the process.
import { setImmediate } from 'node:timers/promises';

/** Characters after which a piece is handed over. */
const CHUNK = 64 * 1024;
/** How deep lists and objects are taken apart; what lies deeper (an item of a run) is written whole where JSON can hold it. */
const DEPTH = 8;
/** How deep they are taken apart where JSON cannot hold them. */
const MAX_DEPTH = 200;
/** How long the writing may hold the process, in milliseconds. */
const SLICE = 20;

/**
 * The text JSON.stringify would give, in pieces of about 64 KiB. What JSON cannot hold does not fail: big integers become text, what
 * refers back to itself and what cannot be written at all is named so.
 */
export function jsonChunks(value: unknown): Generator<string> {
  return new JsonWriter().write(value);
}

/** As jsonChunks, letting others in every 20 ms. */
export async function* slicedJsonChunks(value: unknown): AsyncGenerator<string> {
  let deadline = performance.now() + SLICE;
  for (const chunk of jsonChunks(value)) {
    yield chunk;
    if (performance.now() > deadline) {
      await setImmediate();
      deadline = performance.now() + SLICE;
    }
  }
}

class JsonWriter {
  #text = '';
  /** The lists and objects being written, outermost first. */
  readonly #above: object[] = [];

  *write(value: unknown): Generator<string> {
    yield* this.#value(value);
    if (this.#text !== '') yield this.#text;
  }

  *#value(value: unknown): Generator<string> {
    const text = this.#above.length < DEPTH && isContainer(value) ? undefined : textOf(value);
    if (text !== undefined) this.#text += text;
    else if (!isContainer(value) || this.#above.length > MAX_DEPTH) this.#text += '"[Cannot be written as JSON]"';
    else if (this.#above.includes(value)) this.#text += '"[Circular Reference]"';
    else {
      this.#above.push(value);
      yield* Array.isArray(value) ? this.#list(value) : this.#object(value);
      this.#above.pop();
    }
    if (this.#text.length > CHUNK) {
      yield this.#text;
      this.#text = '';
    }
  }

  *#list(list: readonly unknown[]): Generator<string> {
    this.#text += '[';
    for (let index = 0; index < list.length; index++) {
      if (index > 0) this.#text += ',';
      yield* this.#value(list[index]);
    }
    this.#text += ']';
  }

  *#object(object: object): Generator<string> {
    this.#text += '{';
    let isFirst = true;
    for (const [key, value] of Object.entries(object)) {
      if (isLeftOut(value)) continue;
      this.#text += `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
      isFirst = false;
      yield* this.#value(value);
    }
    this.#text += '}';
  }
}

const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Lists, and objects that are no more than their own properties: those with a form of their own for JSON are written whole. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}

/** The text of a value as a whole; undefined for one that JSON cannot hold as it is. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `"${value}"`;
  if (isLeftOut(value)) return 'null';
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}
