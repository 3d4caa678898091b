// Searching the items of a pane: what is found so far, and walking through it.
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import type { DataPlace } from './place.ts';
import { MOST_MATCHES, Search } from './search.ts';
import { useSliced } from './sliced.ts';

export interface ItemSearch {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** As it stands in the field. */
  readonly typed: string;
  /** What is sought and marked: follows what is typed as soon as the data is drawn. */
  readonly word: string;
  readonly setWord: (word: string) => void;
  readonly count: number;
  /** There are more than are counted. */
  readonly isCut: boolean;
  readonly isDone: boolean;
  /** Index of the match that is looked at; -1 before. */
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
}

/** `go` brings a match into view. */
export function useItemSearch(items: readonly Item[], go: (place: DataPlace) => void): ItemSearch {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setWord] = useState('');
  const [at, setAt] = useState(-1);
  const sought = useDeferredValue(isOpen ? typed : '');
  const { value: matches, isDone } = useSliced(() => {
    const search = new Search(sought);
    return { steps: search.searching(items), read: () => search.matches };
  }, [items, sought]);
  useEffect(() => setAt(-1), [items, sought]);
  const first = matches[0];
  useEffect(() => {
    if (first === undefined) return;
    setAt(0);
    go(first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- upon the first match only
  }, [first]);
  const step = useCallback(
    (by: 1 | -1): void => {
      if (matches.length === 0) return;
      const next = (at + by + matches.length) % matches.length;
      setAt(next);
      const place = matches[next];
      if (place !== undefined) go(place);
    },
    [at, go, matches],
  );
  return {
    isOpen,
    setOpen: setIsOpen,
    typed,
    word: sought,
    setWord,
    count: matches.length,
    isCut: matches.length >= MOST_MATCHES,
    isDone: isDone && sought === typed,
    at,
    step,
  };
}
