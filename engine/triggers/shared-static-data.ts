// Static data of an active workflow, shared by its triggers. A trigger writes only the parts that it has changed.
import type { JsonObject } from '../contract/json.ts';
import type { Claim } from '../store/index.ts';

export class SharedStaticData {
  #data: JsonObject;
  readonly #save: (data: JsonObject, claim?: Claim) => Promise<void>;

  /** `stored`: an object, JSON text, or undefined. `save` stores the complete data. */
  constructor(stored: unknown, save: (data: JsonObject, claim?: Claim) => Promise<void>) {
    this.#data = asObject(stored);
    this.#save = save;
  }

  /** The current data; do not modify. */
  get data(): JsonObject {
    return this.#data;
  }

  /** Replaces the data after an execution has changed it. */
  replace(data: JsonObject): void {
    this.#data = data;
  }

  /** Merges the parts (one per node, one for the workflow) in which `after` differs from `before`, and stores the complete data. */
  async take(before: JsonObject, after: JsonObject, claim?: Claim): Promise<void> {
    const parts = new Map(Object.entries(this.#data));
    let isChanged = false;
    for (const part of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (JSON.stringify(ownPart(before, part)) === JSON.stringify(ownPart(after, part))) continue;
      isChanged = true;
      if (Object.hasOwn(after, part)) parts.set(part, after[part]);
      else parts.delete(part);
    }
    if (!isChanged) return;
    this.#data = Object.fromEntries(parts);
    await this.#save(this.#data, claim);
  }
}

const ownPart = (data: JsonObject, part: string): unknown => (Object.hasOwn(data, part) ? data[part] : undefined);

function asObject(stored: unknown): JsonObject {
  if (typeof stored === 'string') {
    try {
      return asObject(JSON.parse(stored));
    } catch {
      return {};
    }
  }
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as JsonObject) : {};
}
