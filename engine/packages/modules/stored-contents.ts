// The content of stored files where package code reads it from the entry itself, as base64 (`item.binary.data.data`), instead of by a helper.
import { hash } from 'node:crypto';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Getters of contents. */
const getters = new WeakSet<() => unknown>();

/** Whether a property reads the content of a stored file. Its descriptor can be copied to another object. */
export const isContent = (property: { readonly get?: () => unknown }): boolean => property.get !== undefined && getters.has(property.get);

/** What content was like when it was read. */
interface Fingerprint {
  readonly length: number;
  readonly digest: string;
}

/**
 * The contents that one call reads. The `data` of an entry is a getter: a copy of the entry (`{ ...entry }`, `structuredClone`, JSON) reads the file and
 * contains it, while items that are only passed on are never read. At the border, entries become references to their files again; so do copies,
 * unless their content was changed.
 */
export class StoredContents {
  readonly #read: (entry: BinaryEntry) => string;
  readonly #fingerprints = new Map<string, Fingerprint>();
  /** The content that was read last; code often reads the same one twice. */
  #latest: { readonly id: string; readonly content: string } | undefined;
  #isUsed = false;
  /** The files of entries, whose `id` code may remove. */
  readonly #ids = new WeakMap<object, string>();
  /** The same for all entries, so that they have the same shape. */
  readonly #property: PropertyDescriptor;

  /** `read`: returns the content of a file as base64. Throws if the file is too large. */
  constructor(read: (entry: BinaryEntry) => string) {
    this.#read = read;
    const content = (entry: { readonly id?: string }): string => this.#content(entry, this.#ids.get(entry) ?? entry.id);
    function get(this: object): string {
      return content(this);
    }
    function set(this: { id?: string }, data: unknown): void {
      delete this.id;
      Object.defineProperty(this, 'data', { value: data, configurable: true, enumerable: true, writable: true });
    }
    getters.add(get);
    this.#property = { configurable: true, enumerable: true, get, set };
  }

  /** Gives the files of an item, or of items in lists at any depth, their content. Returns the value, whose entries are changed. */
  opened<T>(value: T): T {
    if (Array.isArray(value)) for (const each of value as readonly unknown[]) this.opened(each);
    else if (isRecord(value) && isRecord(value['binary'])) for (const entry of Object.values(value['binary'])) this.openedEntry(entry);
    return value;
  }

  /** Gives an entry its content. Once its `data` is set, it is no longer the stored file. */
  openedEntry<T>(entry: T): T {
    if (!isRecord(entry) || typeof entry['id'] !== 'string' || Object.getOwnPropertyDescriptor(entry, 'data')?.value !== '') return entry;
    this.#isUsed = true;
    this.#ids.set(entry, entry['id']);
    return Object.defineProperty(entry, 'data', this.#property);
  }

  /** Returns an item, or items in lists at any depth, with references in place of unchanged contents. */
  referred(value: unknown): unknown {
    if (!this.#isUsed) return value;
    if (Array.isArray(value)) return value.map((each) => this.referred(each));
    if (!isRecord(value) || !isRecord(value['binary'])) return value;
    const binary = { ...value['binary'] };
    for (const name of Object.keys(binary)) binary[name] = this.reference(binary[name]);
    return { ...value, binary };
  }

  /** Returns an entry without its content if that is the file's. */
  reference<T>(entry: T): T {
    if (!this.#isUsed || !isRecord(entry) || typeof entry['id'] !== 'string') return entry;
    const data = Object.getOwnPropertyDescriptor(entry, 'data');
    if (data === undefined) return entry;
    const isUnchanged = isContent(data) || (typeof data.value === 'string' && this.#isContentOf(entry['id'], data.value));
    return isUnchanged ? (referenceOf(entry) as T) : entry;
  }

  #content(entry: object, id: string | undefined): string {
    if (id === undefined) return '';
    if (this.#latest?.id === id) return this.#latest.content;
    const content = this.#read({ ...referenceOf(entry), id });
    this.#fingerprints.set(id, { length: content.length, digest: hash('sha1', content) });
    this.#latest = { id, content };
    return content;
  }

  #isContentOf(id: string, data: string): boolean {
    const fingerprint = this.#fingerprints.get(id);
    if (fingerprint === undefined || fingerprint.length !== data.length) return false;
    return (this.#latest?.id === id && this.#latest.content === data) || fingerprint.digest === hash('sha1', data);
  }
}

/** Returns a copy of the entry without its content, which is not read. */
function referenceOf(entry: object): BinaryEntry {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(entry)) copy[key] = key === 'data' ? '' : (entry as Readonly<Record<string, unknown>>)[key];
  return copy as unknown as BinaryEntry;
}
