// Which rows of a pane belong to the item that is pointed at in the other pane.
import { useMemo } from 'react';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { outputItems } from '../node-view/run-items.ts';
import { useHovered } from './hover.ts';
import { ancestorsIn, type Lineage } from './lineage.ts';
import { usePane } from './pane-context.tsx';

/** Answers for one row at a time: only those that are seen are asked for. */
export function usePaired(): (item: number) => boolean {
  const { workflow, run } = useNodeView();
  const { side, list } = usePane();
  const hovered = useHovered();
  const { runData } = run;
  const lineage = useMemo<Lineage>(
    () => ({
      runData,
      itemsOf: ({ node, run: index, output }) => outputItems({ workflow, runData }, node, index, output),
    }),
    [workflow, runData],
  );
  return useMemo<(item: number) => boolean>(() => {
    if (hovered === undefined || hovered.side === side) return () => false;
    if (side === 'input') {
      const found = ancestorsIn(lineage, hovered.place, list);
      return (item) => found.has(item);
    }
    const { item: sought, ...target } = hovered.place;
    return (item) => ancestorsIn(lineage, { ...list, item }, target).has(sought);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list's parts are named
  }, [hovered, side, lineage, list.node, list.run, list.output]);
}
