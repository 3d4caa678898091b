// Loads what the list of node types leaves out, for the types that the workflow uses.
import { useEffect, useRef } from 'react';
import { completeTypes, partialTypes } from '../actions/complete-types.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

/** Loads the properties of the types from packages that the workflow uses. */
export function useCompleteTypes(types: TypeLookup | undefined): void {
  const { context } = useEditor();
  const nodes = useEditorState((state) => state.history.present.nodes);
  /** Types that are being loaded into this list. When the list is fetched again, they must be loaded again. */
  const requested = useRef({ types, keys: new Set<string>() });
  useEffect(() => {
    if (types === undefined) return;
    if (requested.current.types !== types) requested.current = { types, keys: new Set() };
    const { keys } = requested.current;
    const used = nodes.map(({ type, typeVersion }) => ({ type, version: typeVersion }));
    const key = ({ type, version }: { readonly type: string; readonly version?: number }): string => `${type} ${version}`;
    const missing = partialTypes(types, used).filter((each) => !keys.has(key(each)));
    for (const each of missing) keys.add(key(each));
    void completeTypes(context, missing).finally(() => {
      for (const each of missing) keys.delete(key(each));
    });
  }, [context, types, nodes]);
}
