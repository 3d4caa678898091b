// Adds ended executions to the index of words, a little at a time, so that neither runs nor requests wait for it.
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../sdk/index.ts';
import { INDEX_POSITION, type ExecutionRecord, type IndexedText, type Store } from '../../store/index.ts';
import type { TeamCalls } from '../team-calls.ts';
import { propertyWords, wordsOf, wordsOfText, type ExecutionWords } from './execution-words.ts';

export interface ExecutionIndexerPorts {
  readonly store: Store;
  readonly logger: Logger;
  /** Without an index, nothing is added, and the data cannot be searched. */
  readonly isEnabled: boolean;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'tell' | 'on'>;
}

/** Topic of messages to the server that looks through all executions: of those that have ended at others, and that it may have passed. */
const ENDED = 'ended executions';

/** Milliseconds of work per call of `look`, which follow each other every second. */
const WORK = 200;
/** Number of executions that are read at once, and added in one commit. */
const AT_ONCE = 50;
const ASKED_AT_ONCE = 500;
/** Maximum bytes of packed results that are parsed; of larger ones, the beginning is indexed. */
const PARSED = 256 * 1024;
/** Characters of large results that are looked through. */
const BEGINNING = 512 * 1024;
/** Executions that started so long before that one are looked at again after a restart, in milliseconds. */
const LOOKED_AT_AGAIN = 86_400_000;

export class ExecutionIndexer {
  readonly #ports: ExecutionIndexerPorts;
  /** Executions that have ended since the last look, and before. They may have started before the position. */
  #ended: string[] = [];
  #endedBefore: string[] = [];
  #position: { startedAt: number; id: string } | undefined;
  #work: Promise<void> | undefined;
  #isStopped = false;
  #failure: string | undefined;

  constructor(ports: ExecutionIndexerPorts) {
    this.#ports = ports;
    ports.team?.on(ENDED, (ids) => {
      if (ports.isEnabled) this.#ended.push(...(ids as readonly string[]));
    });
  }

  /** Called when an execution has ended. */
  ended(id: string): void {
    if (this.#ports.isEnabled) this.#ended.push(id);
  }

  /** Works for a short time if there is something to do. Failures are logged once. `isElsewhere`: whether another server adds all executions. */
  look(isElsewhere = false): void {
    if (!this.#ports.isEnabled || this.#isStopped) return;
    this.#work ??= (isElsewhere ? this.#passOn() : this.#some(WORK))
      .then(() => void (this.#failure = undefined))
      .catch((error: unknown) => {
        const message = String(error);
        if (message !== this.#failure) this.#ports.logger.warn(`Executions could not be added to the index of words: ${message}`);
        this.#failure = message;
      })
      .finally(() => void (this.#work = undefined));
  }

  /** Adds everything that has ended. */
  async all(): Promise<void> {
    await this.#work;
    await this.#some(Number.POSITIVE_INFINITY);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #some(milliseconds: number): Promise<void> {
    const { executionSearch, settings } = this.#ports.store;
    const until = performance.now() + milliseconds;
    const before = (this.#position ??= await this.#storedPosition());
    while (!this.#isStopped) {
      const rows = await executionSearch.endedAfter(this.#position, AT_ONCE);
      await this.#add(rows.filter(({ isIndexed }) => !isIndexed).map(({ id }) => id));
      this.#position = rows.at(-1) ?? this.#position;
      if (rows.length < AT_ONCE || performance.now() > until) break;
      await setImmediate();
    }
    // By now, those that ended before the last look are stored.
    const settled = this.#endedBefore;
    this.#endedBefore = this.#ended;
    this.#ended = [];
    for (let from = 0; from < settled.length && !this.#isStopped; from += ASKED_AT_ONCE) {
      await this.#add(await executionSearch.missing(settled.slice(from, from + ASKED_AT_ONCE), this.#position));
    }
    if (this.#position.startedAt - before.startedAt > 60_000 || (before.id === '' && this.#position.id !== '')) {
      await settings.set(INDEX_POSITION, this.#position.startedAt);
    }
  }

  /** Reports own executions that the other server has passed before they ended. */
  async #passOn(): Promise<void> {
    const { executionSearch } = this.#ports.store;
    // By now, the other server has added those that have just started.
    const settled = this.#endedBefore;
    this.#endedBefore = this.#ended;
    this.#ended = [];
    for (let from = 0; from < settled.length; from += ASKED_AT_ONCE) {
      const ids = settled.slice(from, from + ASKED_AT_ONCE);
      const missing = await executionSearch.missing(ids, { startedAt: Number.MAX_SAFE_INTEGER, id: '' });
      if (missing.length > 0) this.#ports.team?.tell(ENDED, missing);
    }
  }

  async #storedPosition(): Promise<{ startedAt: number; id: string }> {
    const seen = await this.#ports.store.settings.get(INDEX_POSITION);
    return { startedAt: typeof seen === 'number' ? seen - LOOKED_AT_AGAIN : 0, id: '' };
  }

  async #add(ids: readonly string[]): Promise<void> {
    const texts: IndexedText[] = [];
    for (const id of ids) {
      const text = await this.#textOf(id);
      if (text !== undefined) texts.push(text);
      if (texts.length % 10 === 9) await setImmediate();
    }
    if (texts.length > 0) await this.#ports.store.executionSearch.add(texts);
  }

  async #textOf(id: string): Promise<IndexedText | undefined> {
    const { store } = this.#ports;
    const record = await store.executions.get(id);
    if (record === undefined || record.status === 'running' || record.status === 'waiting' || record.status === 'new') return undefined;
    const { data, custom } = await this.#wordsOf(record);
    return { id, data, custom: `${custom} ${propertyWords(record)}` };
  }

  async #wordsOf({ id, errorMessage }: ExecutionRecord): Promise<ExecutionWords> {
    const { store } = this.#ports;
    const packed = await store.executions.payload(id);
    if (packed === undefined) return wordsOf({ error: { message: errorMessage } });
    if (packed.byteLength <= PARSED) return wordsOf(((await store.unpack(packed)) as { readonly resultData?: unknown }).resultData);
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of store.unpackedText(packed)) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length >= BEGINNING) break;
    }
    return wordsOfText(text);
  }
}
