// Small stores outside of React state to which components subscribe: a single value, and a set of marked keys.
import { useCallback, useSyncExternalStore } from 'react';

export class ValueStore<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Notifies only affected keys: selecting 100 of 1,000 nodes notifies 100. */
export class MarkStore {
  readonly #listeners = new Map<string, Set<() => void>>();
  #marked: ReadonlySet<string> = new Set();

  get marked(): ReadonlySet<string> {
    return this.#marked;
  }

  set(keys: ReadonlySet<string>): void {
    const before = this.#marked;
    this.#marked = keys;
    for (const key of before) if (!keys.has(key)) this.#notify(key);
    for (const key of keys) if (!before.has(key)) this.#notify(key);
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(key, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  #notify(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

export const useValue = <T>(store: ValueStore<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);

export function useMark(store: MarkStore, key: string): boolean {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const isMarked = (): boolean => store.marked.has(key);
  return useSyncExternalStore(subscribe, isMarked, isMarked);
}
