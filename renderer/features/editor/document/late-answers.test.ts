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
const sent: EditorState = [
  opened({ workflow: file('A'), id: '1', version: 3, tags: ['a'] }),
  documentChanged({ workflow: file('__proto__'), label: 'rename' }),
  saving(),
].reduce<EditorState>((state, action) => reducer(state, action), editorSlice.getInitialState());

/** The response to that request. */
const answer = (name = '__proto__') =>
  savedOnServer({
    visit: sent.visit,
    sent: sent.history.present,
    sentTags: sent.tags,
    id: '1',
    name,
    version: 4,
    isActive: false,
    tags: ['a'],
    at: 5,
  });

it.each([
  ['another workflow', opened({ workflow: file('B'), id: '2', version: 8 })],
  ['a workflow that is on its way', opening()],
  ['another screen', left()],
  ['the same workflow, opened anew', opened({ workflow: file('A'), id: '1', version: 3 })],
])('leave %s alone, be it saved or refused', (_, gone) => {
  const before = reducer(sent, gone);
  expect(reducer(before, answer())).toBe(before);
  expect(reducer(before, saveFailed(sent.visit))).toBe(before);
});

it('do not leave what is opened meanwhile as being saved', () => {
  expect(reducer(sent, opened({ workflow: file('B'), id: '2' })).status).toBe('ready');
});

it('save all where nothing was changed meanwhile', () => {
  const after = reducer(sent, answer());
  expect([isDirty(after), after.version, after.status]).toEqual([false, 4, 'ready']);
});

it('leave tags that were chosen meanwhile, unsaved', () => {
  const after = reducer(reducer(sent, tagsChanged(['a', 'b'])), answer());
  expect([after.tags, isDirty(after), after.version]).toEqual([['a', 'b'], true, 4]);
});

it('leave tags unsaved also after the changes beside them are undone', () => {
  const changed = reducer(reducer(sent, tagsChanged([])), documentChanged({ workflow: file('C'), label: 'rename' }));
  const after = reducer(reducer(changed, answer()), undo());
  expect([after.history.present.name, after.tags, isDirty(after)]).toEqual(['__proto__', [], true]);
});

it('leave a name that was given meanwhile, unsaved', () => {
  const after = reducer(reducer(sent, documentChanged({ workflow: file('C'), label: 'rename' })), answer('__proto__ 2'));
  expect([after.history.present.name, after.saved.name, isDirty(after)]).toEqual(['C', '__proto__ 2', true]);
});

it('switch on only the workflow they are about', () => {
  const other = reducer(sent, opened({ workflow: file('B'), id: '2' }));
  expect(reducer(other, activeChanged({ id: '1', isActive: true })).isActive).toBe(false);
  expect(reducer(other, activeChanged({ id: '2', isActive: true })).isActive).toBe(true);
});

it('work that is brought back is a step, on the version it was done on, or on the present one where that is not known', () => {
  const fresh = reducer(sent, opened({ workflow: file('A'), id: '1', version: 5 }));
  const back = reducer(fresh, workBroughtBack({ workflow: file('B'), version: 3 }));
  expect([back.history.present.name, back.version, isDirty(back)]).toEqual(['B', 3, true]);
  expect(isDirty(reducer(back, undo()))).toBe(false);
  expect(reducer(fresh, workBroughtBack({ workflow: file('B') })).version).toBe(5);
});

it.each([
  ['a change', (workflow: EditorState['saved']) => documentChanged({ workflow, label: 'move' })],
  ['work that is brought back', (workflow: EditorState['saved']) => workBroughtBack({ workflow })],
])('%s that changes nothing is not a step, and keeps what can be redone', (_, make) => {
  const undone = reducer(reducer(sent, documentChanged({ workflow: file('C'), label: 'rename' })), undo());
  const after = reducer(undone, make(undone.history.present));
  expect(after.history).toBe(undone.history);
  expect(reducer(after, redo()).history.present.name).toBe('C');
});

it('undo leads back to the version that was saved', () => {
  const after = reducer(reducer(reducer(sent, answer()), documentChanged({ workflow: file('C'), label: 'rename' })), undo());
  expect(isDirty(after)).toBe(false);
});
