// Writes numbered events to one reader, in order: short ones at once, long ones in pieces as fast as they are read, and nothing that cannot be sent.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { slicedJsonChunks } from '../execution/index.ts';
import type { NumberedEvent } from '../push/hub.ts';

/** Bytes, roughly, up to which an event is written at once. */
const SHORT = 128 * 1024;

export class EventWriter {
  readonly #raw: ServerResponse;
  readonly #most: number;
  /** Events queued while a long one is being written. */
  #queue: (string | NumberedEvent)[] = [];
  #queued = 0;
  #isWriting = false;

  /** `most`: bytes that may wait for a slow reader; beyond that it is disconnected. */
  constructor(raw: ServerResponse, most: number) {
    this.#raw = raw;
    this.#most = most;
  }

  send(numbered: NumberedEvent): void {
    if (numbered.size > this.#most) return this.#add(gapText(numbered.number));
    if (numbered.size > SHORT) return this.#add(numbered);
    this.#add(textOf(numbered) ?? gapText(numbered.number));
  }

  /** Events up to this number are lost. */
  missed(last: number): void {
    this.#add(gapText(last));
  }

  /** A text between events. */
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
    const gone = new AbortController();
    const over = { signal: gone.signal };
    await Promise.race([once(this.#raw, 'drain', over), once(this.#raw, 'close', over)]).finally(() => gone.abort());
  }
}

const sizeOf = (entry: string | NumberedEvent): number => (typeof entry === 'string' ? entry.length : entry.size);

/** Undefined for an event that cannot be written: what it tells has to be asked for. */
function textOf({ number, event }: NumberedEvent): string | undefined {
  try {
    return `id: ${number}\ndata: ${JSON.stringify(event, writable)}\n\n`;
  } catch {
    return undefined;
  }
}

/** An event of a name of its own, which plain listeners do not hear: events up to this number are lost. */
const gapText = (last: number): string => `event: gap\nid: ${last}\ndata: {"last":${last}}\n\n`;

const writable = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
