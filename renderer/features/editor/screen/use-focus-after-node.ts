// Returns the focus when a node's view closes: to a row of the outline, or a node on the canvas.
import { useEffect, useRef } from 'react';
import type { EditorContext } from '../actions/context.ts';
import { useEditorState } from '../state/slices.ts';

export function useFocusAfterNode(context: EditorContext): void {
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
