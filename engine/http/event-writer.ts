// Writes numbered events to one reader in order: short ones immediately, long ones in chunks as fast as they are read.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { slicedJsonChunks } from '../execution/index.ts';
import { eventText } from '../push/event-text.ts';
import type { NumberedEvent } from '../push/hub.ts';

/** Approximate maximum size in bytes of events that are written at once. */
const SHORT = 128 * 1024;

export class EventWriter {
  readonly #raw: ServerResponse;
  readonly #most: number;
  /** Events queued while a long one is being written. */
  #queue: (string | NumberedEvent)[] = [];
  #queued = 0;
  #isWriting = false;

  /** `most`: maximum number of buffered bytes, above which a slow reader is disconnected. */
  constructor(raw: ServerResponse, most: number) {
    this.#raw = raw;
    this.#most = most;
  }

  send(numbered: NumberedEvent): void {
    if (numbered.size > this.#most) return this.#add(gapText(numbered.number));
    if (numbered.size > SHORT) return this.#add(numbered);
    this.#add(serialize(numbered) ?? gapText(numbered.number));
  }

  /** Tells the reader that events up to this number are lost. */
  missed(last: number): void {
    this.#add(gapText(last));
  }

  /** Tells the reader that the numbers of the events begin after this one. */
  begins(after: number): void {
    this.#add(`event: start\nid: ${after}\ndata: {}\n\n`);
  }

  /** Writes text between events, such as a comment. */
  say(text: string): void {
    this.#add(text);
  }

  #add(entry: string | NumberedEvent): void {
    const { destroyed, writableEnded, writableLength } = this.#raw;
    if (destroyed || writableEnded) return;
    if (writableLength + this.#queued > this.#most) return void this.#raw.destroy();
    if (!this.#isWriting && typeof entry === 'string') return void this.#raw.write(entry);
    this.#queue.push(entry);
    this.#queued += sizeOf(entry);
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#writeQueue().catch(() => this.#raw.destroy());
  }

  async #writeQueue(): Promise<void> {
    for (let entry = this.#queue.shift(); entry !== undefined && !this.#raw.destroyed; entry = this.#queue.shift()) {
      this.#queued -= sizeOf(entry);
      if (typeof entry === 'string') this.#raw.write(entry);
      else await this.#writeLong(entry);
    }
    this.#isWriting = false;
  }

  async #writeLong({ number, event }: NumberedEvent): Promise<void> {
    this.#raw.write(`id: ${number}\ndata: `);
    for await (const chunk of slicedJsonChunks(event)) {
      if (this.#raw.destroyed) return;
      if (!this.#raw.write(chunk)) await this.#drained();
    }
    this.#raw.write('\n\n');
  }

  async #drained(): Promise<void> {
    const disconnected = new AbortController();
    const over = { signal: disconnected.signal };
    await Promise.race([once(this.#raw, 'drain', over), once(this.#raw, 'close', over)]).finally(() => disconnected.abort());
  }
}

const sizeOf = (entry: string | NumberedEvent): number => (typeof entry === 'string' ? entry.length : entry.size);

/** Returns undefined for an event that cannot be serialized. */
function serialize({ number, event }: NumberedEvent): string | undefined {
  const text = eventText(event);
  return text === undefined ? undefined : `id: ${number}\ndata: ${text}\n\n`;
}

/** A named event, which `onmessage` does not receive. It reports that events up to this number are lost. */
const gapText = (last: number): string => `event: gap\nid: ${last}\ndata: {"last":${last}}\n\n`;
