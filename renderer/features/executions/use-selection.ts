// Selected rows of the list.
import { useState } from 'react';
import type { ExecutionFilter } from './execution-filter.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Whether all rows that match the filter are selected, loaded or not. */
  readonly isAll: boolean;
  readonly areLoadedSelected: boolean;
  readonly set: (id: string, isSelected: boolean) => void;
  readonly setLoaded: (areSelected: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** `loaded`: ids that can be selected now. */
export function useSelection(filter: ExecutionFilter, loaded: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [allOf, setAllOf] = useState<ExecutionFilter>();
  const isAll = allOf === filter;
  const ids = new Set(isAll ? loaded : loaded.filter((id) => chosen.has(id)));
  const choose = (next: Iterable<string>): void => {
    setChosen(new Set(next));
    setAllOf(undefined);
  };
  return {
    ids,
    isAll,
    areLoadedSelected: loaded.length > 0 && ids.size === loaded.length,
    set: (id, isSelected) => choose(isSelected ? [...ids, id] : [...ids].filter((other) => other !== id)),
    setLoaded: (areSelected) => choose(areSelected ? loaded : []),
    selectAll: () => setAllOf(filter),
    clear: () => choose([]),
  };
}
