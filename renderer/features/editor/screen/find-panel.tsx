// Find over the canvas, which shows each match.
import type { ReactNode } from 'react';
import { editorActions } from '../document/editor-slice.ts';
import { FindBar } from '../find/find-bar.tsx';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

/** Zoom below which a match is unreadable, so that it is shown at full size. */
const READABLE = 0.5;

export function FindPanel({ types }: { readonly types: TypeLookup }): ReactNode {
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  const workflow = useEditorState((state) => state.history.present);
  if (open.find === 0) return null;
  return (
    <FindBar
      workflow={workflow}
      types={types}
      openCount={open.find}
      onShow={(id) => {
        const canvas = context.canvas();
        if ((canvas?.view().zoom ?? 1) < READABLE) canvas?.resetZoom();
        canvas?.reveal(id);
        context.dispatch(editorActions.selected([id]));
      }}
      onClose={(id) => {
        setOpen({ find: 0 });
        context.canvas()?.focus(id);
      }}
    />
  );
}
