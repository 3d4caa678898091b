// Memory that the engine's thread shares with the watching thread: a counter of event loop turns, and the running node.
import type { WorkMark, WorkMarks } from '../execution/index.ts';
import { Roster } from '../execution/roster.ts';

/** Milliseconds between two beats. */
const BEAT_EVERY = 250;
/** Texts of a mark, each preceded by its length. Longer texts are truncated. */
const fields = ['executionId', 'workflowId', 'node', 'mode'] as const;
const TEXT_BYTES = 1024;
/** Index of the word that counts beats. */
const BEATS = 0;
const MARKED = 1;
const LENGTHS = 2;
const TEXTS = (LENGTHS + fields.length) * 4;

export const newHeartbeat = (): SharedArrayBuffer => new SharedArrayBuffer(TEXTS + fields.length * TEXT_BYTES);

/** Returns the number of turns of the engine's event loop. */
export const beatsOf = (memory: SharedArrayBuffer): number => Atomics.load(new Int32Array(memory, 0, LENGTHS), BEATS);

/** Returns the node that the engine is running; undefined if there is none, or if any of several waiting nodes may have resumed. */
export function workOf(memory: SharedArrayBuffer): WorkMark | undefined {
  const words = new Int32Array(memory, 0, LENGTHS + fields.length);
  if (Atomics.load(words, MARKED) === 0) return undefined;
  const bytes = Buffer.from(memory);
  const textAt = (index: number): string => {
    const start = TEXTS + index * TEXT_BYTES;
    return bytes.toString('utf8', start, start + Atomics.load(words, LENGTHS + index));
  };
  return Object.fromEntries(fields.map((field, index) => [field, textAt(index)])) as unknown as WorkMark;
}

/**
 * Writes the heartbeat from the engine's thread. A mark is valid only for the turn of the event loop in which it was made: a node that resumes
 * after a pause marks itself again when it reads its parameters, or is the only one running.
 */
export class Heartbeat implements WorkMarks {
  readonly #words: Int32Array;
  readonly #bytes: Buffer;
  #marked: WorkMark | undefined;
  #isTurnEnding = false;
  /** Nodes that are waiting for a promise. */
  readonly #waiting = new Roster<WorkMark>();

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, LENGTHS + fields.length);
    this.#bytes = Buffer.from(memory);
    setInterval(() => Atomics.add(this.#words, BEATS, 1), BEAT_EVERY).unref();
  }

  mark(work: WorkMark): void {
    if (work === this.#marked) return;
    this.#write(work);
    this.#endWithTurn();
  }

  unmark(work: WorkMark): void {
    if (work === this.#marked) this.#write(undefined);
  }

  clear(): void {
    this.#write(undefined);
  }

  /** Removes a mark that was not made in this turn of the event loop, which is only that of the last node that waits. */
  keepCurrentOnly(): void {
    if (!this.#isTurnEnding) this.#write(undefined);
  }

  waits(work: WorkMark): () => void {
    const leave = this.#waiting.add(work);
    return () => {
      leave();
      this.#endWithTurn();
    };
  }

  #endWithTurn(): void {
    if (this.#isTurnEnding) return;
    this.#isTurnEnding = true;
    setImmediate(() => {
      this.#isTurnEnding = false;
      this.#write(this.#waiting.size === 1 ? this.#waiting.find(() => true) : undefined);
    });
  }

  #write(work: WorkMark | undefined): void {
    this.#marked = work;
    Atomics.store(this.#words, MARKED, 0);
    if (work === undefined) return;
    for (const [index, field] of fields.entries()) {
      const length = this.#bytes.write(work[field], TEXTS + index * TEXT_BYTES, TEXT_BYTES, 'utf8');
      this.#words[LENGTHS + index] = length;
    }
    Atomics.store(this.#words, MARKED, 1);
  }
}
