// Late responses apply only to the workflow they belong to; changes made in the meantime are kept as unsaved.
import { expect, it } from 'vitest';
import { editorActions, editorSlice, isDirty, type EditorState } from './editor-slice.ts';

const { reducer } = editorSlice;
const {
  activeChanged,
  documentChanged,
  left,
  opened,
  opening,
  redo,
  savedOnServer,
  saveFailed,
  saving,
  tagsChanged,
  undo,
  workBroughtBack,
} = editorActions;
const file = (name: string) => ({ name, nodes: [], connections: {} });

/** Returns the state of workflow 1 during a save, after a change. */
const sentState: EditorState = [
  opened({ workflow: file('A'), id: '1', version: 3, tags: ['a'] }),
  documentChanged({ workflow: file('__proto__'), label: 'rename' }),
  saving(),
].reduce<EditorState>((state, action) => reducer(state, action), editorSlice.getInitialState());

/** The response to that request. */
const response = (name = '__proto__') =>
  savedOnServer({
    visit: sentState.visit,
    sentFile: sentState.history.present,
    sentTags: sentState.tags,
    id: '1',
    name,
    version: 4,
    isActive: false,
    tags: ['a'],
    at: 5,
  });

it.each([
  ['another workflow', opened({ workflow: file('B'), id: '2', version: 8 })],
  ['a workflow that is being loaded', opening()],
  ['another screen', left()],
  ['the same workflow, opened again', opened({ workflow: file('A'), id: '1', version: 3 })],
])('do not affect %s, on success or failure', (_, leaveEditor) => {
  const before = reducer(sentState, leaveEditor);
  expect(reducer(before, response())).toBe(before);
  expect(reducer(before, saveFailed(sentState.visit))).toBe(before);
});

it('do not leave a workflow opened in the meantime in the saving state', () => {
  expect(reducer(sentState, opened({ workflow: file('B'), id: '2' })).status).toBe('ready');
});

it('save all if nothing was changed in the meantime', () => {
  const after = reducer(sentState, response());
  expect([isDirty(after), after.version, after.status]).toEqual([false, 4, 'ready']);
});

it('keep tags that were changed in the meantime, unsaved', () => {
  const after = reducer(reducer(sentState, tagsChanged(['a', 'b'])), response());
  expect([after.tags, isDirty(after), after.version]).toEqual([['a', 'b'], true, 4]);
});

it('keep tags unsaved after the other changes are undone', () => {
  const changed = reducer(reducer(sentState, tagsChanged([])), documentChanged({ workflow: file('C'), label: 'rename' }));
  const after = reducer(reducer(changed, response()), undo());
  expect([after.history.present.name, after.tags, isDirty(after)]).toEqual(['__proto__', [], true]);
});

it('keep a name that was changed in the meantime, unsaved', () => {
  const after = reducer(reducer(sentState, documentChanged({ workflow: file('C'), label: 'rename' })), response('__proto__ 2'));
  expect([after.history.present.name, after.saved.name, isDirty(after)]).toEqual(['C', '__proto__ 2', true]);
});

it('activate only the workflow they belong to', () => {
  const other = reducer(sentState, opened({ workflow: file('B'), id: '2' }));
  expect(reducer(other, activeChanged({ id: '1', isActive: true })).isActive).toBe(false);
  expect(reducer(other, activeChanged({ id: '2', isActive: true })).isActive).toBe(true);
});

it('restored work is a step on the version it was based on, or on the current one if that is unknown', () => {
  const fresh = reducer(sentState, opened({ workflow: file('A'), id: '1', version: 5 }));
  const back = reducer(fresh, workBroughtBack({ workflow: file('B'), version: 3 }));
  expect([back.history.present.name, back.version, isDirty(back)]).toEqual(['B', 3, true]);
  expect(isDirty(reducer(back, undo()))).toBe(false);
  expect(reducer(fresh, workBroughtBack({ workflow: file('B') })).version).toBe(5);
});

it.each([
  ['a change', (workflow: EditorState['saved']) => documentChanged({ workflow, label: 'move' })],
  ['restored work', (workflow: EditorState['saved']) => workBroughtBack({ workflow })],
])('%s without an effect is not a step, and keeps the redo steps', (_, make) => {
  const undone = reducer(reducer(sentState, documentChanged({ workflow: file('C'), label: 'rename' })), undo());
  const after = reducer(undone, make(undone.history.present));
  expect(after.history).toBe(undone.history);
  expect(reducer(after, redo()).history.present.name).toBe('C');
});

it('undo returns to the saved version', () => {
  const after = reducer(reducer(reducer(sentState, response()), documentChanged({ workflow: file('C'), label: 'rename' })), undo());
  expect(isDirty(after)).toBe(false);
});
