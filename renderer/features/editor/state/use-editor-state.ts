// Selectors of the editor's state for components.
import { useAppSelector } from '../../../state/store.ts';
import type { EditorState } from '../document/editor-slice.ts';
import type { RunState } from '../runs/run-slice.ts';
import { selectEditor, selectRun } from './slices.ts';

export const useEditorState = <T>(select: (state: EditorState) => T): T => useAppSelector((state) => select(selectEditor(state)));
export const useRunState = <T>(select: (state: RunState) => T): T => useAppSelector((state) => select(selectRun(state)));
