// The addresses of the latest server on a data folder, in a file for other programs on this computer.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

export interface LocalAddress {
  readonly mode: 'secret' | 'open';
  /** Absent if the server does not listen on localhost. */
  readonly linkUrl?: string;
  readonly editorUrl: string;
  /** URL of the editor for links to other people. */
  readonly sharedUrl: string;
  readonly webhookUrl: string;
}

export class LocalAddressFile {
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'db');
    this.#file = join(this.#folder, 'address.json');
  }

  /** Returns undefined if no server has been started yet. */
  read(): LocalAddress | undefined {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as LocalAddress;
    } catch {
      return undefined;
    }
  }

  /** Throws the error of the file system. */
  write(address: LocalAddress): void {
    const draft = `${this.#file}.${randomUUID()}`;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(address), { mode: 0o600 });
    renameSync(draft, this.#file);
  }
}
