// Loads the node view when the first node is opened, or before it in an idle moment.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useEditorState } from './use-editor-state.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

const load = async () => ({ default: (await import('../node-view/index.ts')).NodeViewScreen });
const NodeViewScreen = lazy(load);

export function OpenNode({ types }: { readonly types: TypeLookup }): ReactNode {
  const isOpen = useEditorState((state) => state.openNode !== undefined);
  useEffect(() => {
    const handle = requestIdleCallback(() => void load(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <NodeViewScreen types={types} />
    </Suspense>
  );
}
