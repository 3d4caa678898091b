// The node view over the canvas: loads it when the first node is opened, or earlier while idle, and returns the focus when it closes.
import './open-node.css';
import { lazy, Suspense, useDeferredValue, useEffect, useRef, type ReactNode } from 'react';
import { useAppDispatch } from '../../../state/store.ts';
import { usageTracked } from '../../../state/usage-events.ts';
import type { Panels } from '../actions/context.ts';
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
  return (
    <div className="open-node" aria-busy={isOpen && !isReady}>
      <Suspense fallback={null}>{isOpen && isReady ? <NodeViewScreen types={types} /> : null}</Suspense>
    </div>
  );
}

/** Milliseconds for which a node must be open to be tracked. */
const OPENED = 2000;

/** Tracks nodes that stay open, by their type. */
export function useNodeOpenedEvent(): void {
  const dispatch = useAppDispatch();
  const openNode = useEditorState((state) => state.openNode);
  const nodeType = useEditorState(({ openNode: id, history }) => history.present.nodes.find((node) => node.id === id)?.type);
  useEffect(() => {
    if (openNode === undefined || nodeType === undefined) return undefined;
    const timer = setTimeout(() => dispatch(usageTracked({ name: 'node opened', nodeType })), OPENED);
    return () => clearTimeout(timer);
  }, [dispatch, openNode, nodeType]);
}

/** Returns the focus when a node's view closes: to a row of the outline, or a node on the canvas. */
export function useFocusAfterNode(context: Panels): void {
  const openNode = useEditorState((state) => state.openNode);
  const last = useRef<HTMLElement>(null);
  const before = useRef(openNode);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest('.outline, .canvas') !== null) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const closed = before.current;
    before.current = openNode;
    if (closed === undefined || openNode !== undefined) return undefined;
    const timer = setTimeout(() => {
      // An element that has taken the focus meanwhile keeps it.
      if (document.activeElement !== document.body) return;
      if (last.current?.isConnected === true) last.current.focus({ preventScroll: true });
      else context.canvas()?.focus(closed);
    });
    return () => clearTimeout(timer);
  }, [openNode, context]);
}
