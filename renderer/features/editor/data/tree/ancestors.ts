// The schemas of the nodes before the one whose items a pane shows.
import { useMemo } from 'react';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { useOpenNode, type Side } from '../../open-node/index.ts';
import { firstFullOutput, outputLists } from '../../runs/run-items.ts';
import { SchemaGatherer, type Schema } from './schema.ts';

type OpenNode = ReturnType<typeof useOpenNode>;

export interface Ancestor {
  readonly name: string;
  readonly items: readonly Item[];
  readonly schema: Schema;
}

/** Number of items whose fields are gathered. */
const SAMPLE = 50;

/** Returns the items of an ancestor, as references to it read them: those of the output that leads to the open node, or the first with items. */
export function ancestorItems({ parents, workflow, run }: Pick<OpenNode, 'parents' | 'workflow' | 'run'>, name: string): readonly Item[] {
  const lists = outputLists({ workflow, runData: run.runData }, name);
  const outputs = parents.find((parent) => parent.name === name)?.outputs ?? [];
  return lists?.[outputs.length === 1 ? (outputs[0] ?? 0) : firstFullOutput(lists)] ?? [];
}

const none: readonly Ancestor[] = [];

/** Returns the ancestors with items, nearest first, except the node shown in the input pane. Returns none for the output pane. */
export function useAncestors(side: Side, displayedNode: string | undefined): readonly Ancestor[] {
  const { parents, workflow, run } = useOpenNode();
  const { runData } = run;
  return useMemo(
    () =>
      side === 'output'
        ? none
        : parents
            .toSorted((one, other) => one.distance - other.distance)
            .flatMap(({ name }) => {
              const items = name === displayedNode ? [] : ancestorItems({ parents, workflow, run: { ...run, runData } }, name);
              if (items.length === 0) return [];
              const gatherer = new SchemaGatherer();
              for (const item of items.slice(0, SAMPLE)) gatherer.add(item);
              return [{ name, items, schema: gatherer.schema }];
            }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the run, only its data is read
    [side, parents, workflow, runData, displayedNode],
  );
}
