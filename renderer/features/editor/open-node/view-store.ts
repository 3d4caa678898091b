// The state of the open node. A component is rendered again only when a member that it has read changes, not with every key.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';

export interface ViewStore<T extends object> {
  readonly current: () => T;
  /** Sets the state while its owner renders, so that its children read it in the same pass. */
  readonly set: (state: T) => void;
  /** Renders the components that have read a member that changed. */
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
 * Returns the state. The component is rendered again when a member that it has read changes. Members are always current, even in callbacks of an
 * earlier rendering; but a member read in a callback causes renderings from then on, so callbacks should read `current()`.
 */
export function useViewOf<T extends object>(store: ViewStore<T>): T {
  const members = useRef(new Set<keyof T>());
  const seen = useRef(store.current());
  const snapshot = useCallback((): T => {
    const state = store.current();
    // Returns the previous state while nothing that was read from it has changed.
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
