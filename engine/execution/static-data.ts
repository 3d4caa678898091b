// State that a workflow keeps between executions (`staticData` of the file): one object for the workflow, and one per node.
import { AppError } from '../contract/errors.ts';
import { parseExactly, stringifyExactly } from '../contract/exact-numbers.ts';
import type { JsonObject } from '../contract/json.ts';

const nodeKey = (nodeName: string): string => `node:${nodeName}`;

/** A working copy of a workflow's static data. Nodes modify it in place; the caller stores it if it has changed. */
export class StaticData {
  #stored: unknown;
  /** Reads newer data; undefined once it has. */
  #latest: (() => Promise<unknown>) | undefined;
  #loading: Promise<void> | undefined;
  #before = '{}';
  #data: JsonObject | undefined;

  /** `stored` is the file's field: an object, JSON text, or absent. `latest` reads a newer one. */
  constructor(stored: unknown, latest?: () => Promise<unknown>) {
    this.#stored = stored;
    this.#latest = latest;
  }

  /** The data before the first change. */
  get stored(): unknown {
    return this.#stored;
  }

  /** Reads newer data before the first use; returns undefined if there is nothing to wait for. */
  load(): Promise<void> | undefined {
    if (this.#latest === undefined || this.#data !== undefined) return undefined;
    this.#loading ??= this.#load(this.#latest).finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(latest: () => Promise<unknown>): Promise<void> {
    this.#stored = await latest();
    this.#latest = undefined;
  }

  scope(scope: 'node' | 'global', nodeName: string): JsonObject {
    const data = this.#copy();
    const key = scope === 'global' ? 'global' : nodeKey(nodeName);
    if (!Object.hasOwn(data, key) || typeof data[key] !== 'object' || data[key] === null) data[key] = {};
    return data[key] as JsonObject;
  }

  /**
   * Returns the data to store as plain JSON data, or undefined if nothing has changed. Throws NODE_OPERATION_FAILED for values that JSON cannot
   * represent.
   */
  changed(): JsonObject | undefined {
    if (this.#data === undefined) return undefined;
    const after = writtenOut(Object.fromEntries(Object.entries(this.#data).filter(([, value]) => !isEmpty(value))));
    return after === this.#before ? undefined : (parseExactly(after) as JsonObject);
  }

  /** Created on first use, since most runs never need it. */
  #copy(): JsonObject {
    if (this.#data === undefined) {
      this.#before = stringifyStored(this.#stored);
      this.#data = parseExactly(this.#before) as JsonObject;
    }
    return this.#data;
  }
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function writtenOut(data: JsonObject): string {
  try {
    return stringifyExactly(data);
  } catch (cause) {
    const reason = (cause as Error).message.split('\n')[0] ?? '';
    throw new AppError('NODE_OPERATION_FAILED', `The workflow's static data cannot be stored: ${reason}. Keep only what JSON can hold.`, {
      cause,
    });
  }
}

function stringifyStored(stored: unknown): string {
  if (typeof stored === 'string') {
    try {
      return stringifyStored(parseExactly(stored));
    } catch {
      return '{}';
    }
  }
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stringifyExactly(stored) : '{}';
}
