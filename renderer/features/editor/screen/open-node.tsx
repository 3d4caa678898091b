// Loads the node view when the first node is opened, or earlier while idle.
import { lazy, Suspense, useDeferredValue, useEffect, type ReactNode } from 'react';
import './open-node.css';
import { useEditorState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

const load = async () => ({ default: (await import('../node-view/index.ts')).NodeViewScreen });
const NodeViewScreen = lazy(load);

export function OpenNode({ types }: { readonly types: TypeLookup }): ReactNode {
  const isOpen = useEditorState((state) => state.openNode !== undefined);
  useEffect(() => {
    const handle = requestIdleCallback(() => void load(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, []);
  // Rendered once its file is loaded, because a fallback would stay for at least 300 ms. A closed node is removed immediately.
  const isReady = useDeferredValue(isOpen);
  return <Suspense fallback={null}>{isOpen && isReady ? <NodeViewScreen types={types} /> : null}</Suspense>;
}
