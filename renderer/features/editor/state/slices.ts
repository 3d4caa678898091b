// The editor's slices, injected when the editor is loaded, and their selectors.
import type { WithSlice } from '@reduxjs/toolkit';
import { registerSlice, useAppSelector } from '../../../state/store.ts';
import { editorSlice, type EditorState } from '../document/editor-slice.ts';
import { runSlice, type RunState } from '../runs/run-slice.ts';

declare module '../../../state/store.ts' {
  interface LazySlices extends WithSlice<typeof editorSlice>, WithSlice<typeof runSlice> {}
}

registerSlice(editorSlice);
registerSlice(runSlice);

interface State {
  readonly editor?: EditorState;
  readonly run?: RunState;
}

export const selectEditor = (state: State): EditorState => state.editor ?? editorSlice.getInitialState();
export const selectRun = (state: State): RunState => state.run ?? runSlice.getInitialState();

export const useEditorState = <T>(select: (state: EditorState) => T): T => useAppSelector((state) => select(selectEditor(state)));
export const useRunState = <T>(select: (state: RunState) => T): T => useAppSelector((state) => select(selectRun(state)));
