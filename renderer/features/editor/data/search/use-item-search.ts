// Searches the items of a pane and steps through the matches.
import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import type { DataPlace } from '../place.ts';
import { useSliced } from '../sliced.ts';
import { MAX_MATCHES, Search } from './search.ts';

export interface ItemSearch {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Text of the search field. */
  readonly typed: string;
  /** Word that is searched for and highlighted; it follows `typed` once the data has been rendered. */
  readonly word: string;
  readonly setWord: (word: string) => void;
  readonly count: number;
  /** Whether the search stopped at the maximum number of matches. */
  readonly isCut: boolean;
  readonly isDone: boolean;
  /** Index of the current match; -1 if there is none. */
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
}

/** `go` is called to bring a match into view. */
export function useItemSearch(items: readonly Item[], go: (place: DataPlace) => void): ItemSearch {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setWord] = useState('');
  const [at, setAt] = useState(-1);
  const word = useDeferredValue(isOpen ? typed : '');
  const { value: matches, isDone } = useSliced(() => {
    const search = new Search(word);
    return { steps: search.searching(items), read: () => search.matches };
  }, [items, word]);
  useEffect(() => setAt(-1), [items, word]);
  const first = matches[0];
  useEffect(() => {
    if (first === undefined) return;
    setAt(0);
    go(first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for the first match only
  }, [first]);
  const step = useCallback(
    (by: 1 | -1): void => {
      if (matches.length === 0) return;
      const next = (at + by + matches.length) % matches.length;
      setAt(next);
      const match = matches[next];
      if (match !== undefined) go(match);
    },
    [at, go, matches],
  );
  return {
    isOpen,
    setOpen: setIsOpen,
    typed,
    word,
    setWord,
    count: matches.length,
    isCut: matches.length >= MAX_MATCHES,
    isDone: isDone && word === typed,
    at,
    step,
  };
}
