// The same list as before where it holds the same items: pinned data is wrapped anew each time it is read.
import { useRef } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';

const isSame = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length &&
  one.every((item, index) => item === other[index] || (item.json === other[index]?.json && item.binary === other[index]?.binary));

export function useStableItems(items: readonly Item[]): readonly Item[] {
  const kept = useRef(items);
  if (kept.current !== items && !isSame(kept.current, items)) kept.current = items;
  return kept.current;
}
