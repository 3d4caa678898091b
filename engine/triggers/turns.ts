// Work on one key (a workflow) is done in turn; different keys do not wait for each other.

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work when all earlier work on the key is done, however that ended. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, done);
    try {
      await before;
      return await work();
    } finally {
      if (this.#last.get(key) === done) this.#last.delete(key);
      resolve();
    }
  }

  /** Resolves when no work is left. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
