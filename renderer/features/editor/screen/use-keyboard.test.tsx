// Pasting into the editor, and where it is ignored.
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { EditorContext } from '../actions/context.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { useKeyboard } from './use-keyboard.ts';
import { eventually } from '../../../testing/setup.ts';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

const text = JSON.stringify({
  nodes: [{ id: 'a', name: 'A', type: 'acme.a', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
});

function begin() {
  const types: (string | undefined)[] = [];
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow: { name: 'W', nodes: [], connections: {} } }));
  const context = {
    editor: () => state,
    run: () => ({ runData: {}, status: 'idle' }),
    dispatch: (action: { type?: string }) => {
      types.push(action.type);
      return (state = editorSlice.reducer(state, action as never));
    },
    types: () => ({ description: () => undefined }),
    canvas: () => null,
    ui: { notify: () => undefined },
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
    newId: () => 'new',
  } as unknown as EditorContext;
  const { result } = renderHook(() => useKeyboard(context));
  return { names: () => state.history.present.nodes.map(({ name }) => name), announcements: () => result.current, context, types };
}

function pasteInto(target: Element): Event {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  target.dispatchEvent(event);
  return event;
}

it('pastes nodes if nothing has the focus', async () => {
  const { names } = begin();
  pasteInto(document.body);
  await eventually(() => expect(names()).toEqual(['A']));
});

it('announces what a key changed or selected, also repeatedly, and nothing else', async () => {
  const { names, announcements } = begin();
  pasteInto(document.body);
  await eventually(() => expect(names()).toEqual(['A']));
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  await eventually(() => expect(announcements()).toBe('said.selected 1'));
  fireEvent.keyDown(document.body, { key: 'd' });
  await eventually(() => expect(announcements()).toBe('said.done commands.disable'));
  fireEvent.keyDown(document.body, { key: 'd' });
  await eventually(() => expect(announcements()).toBe('said.done commands.disable\u200b'));
  fireEvent.keyDown(document.body, { key: 'Delete' });
  await eventually(() => expect(announcements()).toBe('said.done commands.delete'));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await eventually(() => expect(announcements()).toBe('said.done commands.undo (history.delete)'));
});

it.each(['dialog', 'menu'])('changes nothing behind a %s', (role) => {
  const { names } = begin();
  document.body.innerHTML = `<div role="${role}"><button>within</button></div>`;
  expect(pasteInto(document.querySelector('button') as Element).defaultPrevented).toBe(false);
  expect(names()).toEqual([]);
});

it.each([
  ['the view of the node', true, '<div role="dialog" class="node-view"><input /></div>'],
  ['a dialog in which one of its values is edited', true, '<div role="dialog" class="dialog"><p data-edits-node><input /></p></div>'],
  ['a list of the view', true, '<div class="floating-layer" role="listbox"><input /></div>'],
  ['a dialog of something else', false, '<div role="dialog" class="dialog"><input /></div>'],
  ['a list of such a dialog', false, '<div class="dialog"></div><div class="floating-layer" role="listbox"><input /></div>'],
])('while a node is open, Ctrl+S in %s saves: %s', async (_place, saves, html) => {
  const { context, types } = begin();
  context.dispatch(editorActions.nodeOpened('a') as never);
  document.body.innerHTML = html;
  const isPrevented = !fireEvent.keyDown(document.querySelector('input') as Element, { key: 's', ctrlKey: true });
  expect([isPrevented, types.includes(editorActions.saving.type)]).toEqual([saves, saves]);
});
