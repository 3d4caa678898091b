// The entries of a list as the file holds them: who moves, adds or takes away one leaves the others as they are, without defaults.
import { getPath } from '../../../../engine/workflow/object-path.ts';
import { useOpenNode } from '../open-node/index.ts';

/** Reads at a path what is stored there, or `complete` where the list that is shown is one by default. */
export function useStoredEntries(): (path: string, complete: readonly unknown[]) => readonly unknown[] {
  const { node } = useOpenNode();
  return (path, complete) => {
    const stored = getPath(node.parameters ?? {}, path);
    return Array.isArray(stored) && stored.length === complete.length ? (stored as readonly unknown[]) : complete;
  };
}
