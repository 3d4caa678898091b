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
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow: { name: 'W', nodes: [], connections: {} } }));
  const context = {
    editor: () => state,
    run: () => ({ runData: {}, status: 'idle' }),
    dispatch: (action: never) => (state = editorSlice.reducer(state, action)),
    types: () => ({ description: () => undefined }),
    canvas: () => null,
    ui: { notify: () => undefined },
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
    newId: () => 'new',
  } as unknown as EditorContext;
  const { result } = renderHook(() => useKeyboard(context));
  return { names: () => state.history.present.nodes.map(({ name }) => name), announcements: () => result.current };
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
