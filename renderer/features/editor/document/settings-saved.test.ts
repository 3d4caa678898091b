// Saving the workflow settings applies them to all versions of the open workflow, without affecting other changes.
import { expect, it } from 'vitest';
import { workflowSettingsSaved } from '../../../state/actions.ts';
import { editorActions, editorSlice, isDirty, type EditorState } from './editor-slice.ts';

const { reducer } = editorSlice;
const file = (name: string) => ({ name, nodes: [], connections: {}, settings: { executionOrder: 'v1' } });
const opened = (): EditorState => reducer(undefined, editorActions.opened({ workflow: file('A'), id: '1', version: 3 }));
const saved = (id: string, from = 3) => workflowSettingsSaved({ id, settings: { timezone: 'UTC' }, from, version: from + 1 });

it('keeps a saved workflow saved, on its new version', () => {
  const after = reducer(opened(), saved('1'));
  expect([after.history.present.settings, after.version, isDirty(after)]).toEqual([{ timezone: 'UTC' }, 4, false]);
});

it('keeps unsaved changes, and undo returns to the saved version', () => {
  const changed = reducer(opened(), editorActions.documentChanged({ workflow: file('B'), label: 'rename' }));
  const after = reducer(changed, saved('1'));
  expect([after.history.present.name, isDirty(after)]).toEqual(['B', true]);
  const back = reducer(after, editorActions.undo());
  expect([back.history.present.name, back.history.present.settings, isDirty(back)]).toEqual(['A', { timezone: 'UTC' }, false]);
});

it('keeps its version if another was saved in between, so that saving asks', () => {
  expect(reducer(opened(), saved('1', 7)).version).toBe(3);
});

it('ignores other workflows', () => {
  const before = opened();
  expect(reducer(before, saved('2'))).toBe(before);
});

it('is saved if the server made its name unique', () => {
  const before = opened();
  const sentFile = before.history.present;
  const savedState = { visit: before.visit, sentTags: before.tags, id: '1', version: 4, isActive: false, tags: [], at: 0 };
  const after = reducer(before, editorActions.savedOnServer({ ...savedState, sentFile, name: 'A 2' }));
  expect([after.history.present.name, isDirty(after)]).toEqual(['A 2', false]);
});
