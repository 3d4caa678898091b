// The state of the open node, of which each component reads only some members: it is rendered again if one of them changes, not with every key.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';

export interface ViewStore<T extends object> {
  readonly current: () => T;
  /** Sets the state while its owner renders, so that what is rendered with it already reads it. */
  readonly set: (state: T) => void;
  /** Renders the components that have read what has changed. */
  readonly notify: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createViewStore<T extends object>(initial: T): ViewStore<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => state,
    set: (next) => {
      state = next;
    },
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns the state, and renders the component again when a member changes that it has read. Members are always current, also in callbacks that were
 * created by an earlier rendering; one that is read there for the first time is followed from then on, so callbacks better read `current()`.
 */
export function useViewOf<T extends object>(store: ViewStore<T>): T {
  const members = useRef(new Set<keyof T>());
  const seen = useRef(store.current());
  const snapshot = useCallback((): T => {
    const state = store.current();
    // The former state stands for the present one while nothing that was read differs.
    for (const member of members.current) if (!Object.is(seen.current[member], state[member])) return (seen.current = state);
    return seen.current;
  }, [store]);
  const state = useSyncExternalStore(store.subscribe, snapshot);
  return useMemo(
    () =>
      new Proxy(state, {
        get: (_state, member) => {
          members.current.add(member as keyof T);
          return store.current()[member as keyof T];
        },
      }),
    [state, store],
  );
}
