// Marks the items of a pane that are paired with the hovered item of the other pane.
import { useMemo, useSyncExternalStore } from 'react';
import { useOpenNode, type Side } from '../open-node/index.ts';
import { outputItems } from '../runs/run-items.ts';
import { ancestorsIn, type ItemPlace, type Lineage } from './lineage.ts';
import { usePane } from './pane-context.tsx';

interface Hovered {
  readonly side: Side;
  readonly place: ItemPlace;
}

let hovered: Hovered | undefined;
const listeners = new Set<() => void>();

export function hover(next: Hovered | undefined): void {
  if (next?.side === hovered?.side && next?.place.item === hovered?.place.item) return;
  hovered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useHovered = (): Hovered | undefined => useSyncExternalStore(subscribe, () => hovered);

/** Returns a predicate that is evaluated per visible row. */
export function usePaired(): (item: number) => boolean {
  const { pins: pinData, run } = useOpenNode();
  const { side, list } = usePane();
  const hovered = useHovered();
  const { runData } = run;
  const lineage = useMemo<Lineage>(
    () => ({
      runData,
      itemsOf: ({ node, run: index, output }) => outputItems({ workflow: { pinData }, runData }, node, index, output),
    }),
    [pinData, runData],
  );
  return useMemo<(item: number) => boolean>(() => {
    if (hovered === undefined || hovered.side === side) return () => false;
    if (side === 'input') {
      const ancestors = ancestorsIn(lineage, hovered.place, list);
      return (item) => ancestors.has(item);
    }
    const { item: hoveredItem, ...target } = hovered.place;
    return (item) => ancestorsIn(lineage, { ...list, item }, target).has(hoveredItem);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `list` is a new object each time; its parts are listed
  }, [hovered, side, lineage, list.node, list.run, list.output]);
}
