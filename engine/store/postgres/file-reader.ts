// Reads files of items from a Postgres database, each as it was when it was opened, although servers remove files meanwhile.
import type { Client } from 'pg';
import { DatabaseStorage } from '../../binary/database-storage.ts';
import { connectAlone } from './connect.ts';
import { StoredFiles } from './stored-files.ts';

export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Must be read to its end, or closed, before the next file is opened. */
  readonly content: AsyncIterable<Uint8Array>;
}

export class StoredFileReader {
  readonly #client: Client;
  readonly #tables: StoredFiles;

  private constructor(client: Client) {
    this.#client = client;
    this.#tables = new StoredFiles(client);
  }

  /** Throws STORE_FAILED. */
  static async open(url: string): Promise<StoredFileReader> {
    return new StoredFileReader(await connectAlone(url));
  }

  /** Returns undefined for a file that does not exist. Throws STORE_FAILED. */
  async file(name: string): Promise<OpenFile | undefined> {
    await this.#client.query('begin isolation level repeatable read read only');
    const size = await this.#tables.size(name);
    if (size !== undefined) return { size, content: this.#content(name) };
    await this.#client.query('commit');
    return undefined;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async *#content(name: string): AsyncGenerator<Uint8Array> {
    try {
      yield* new DatabaseStorage(async () => this.#tables).stream(name) as AsyncIterable<Uint8Array>;
    } finally {
      await this.#client.query('commit');
    }
  }
}
