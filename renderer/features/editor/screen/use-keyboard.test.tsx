// What is pasted into the editor, and where it is not taken in.
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { EditorContext } from '../actions/context.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { useKeyboard } from './use-keyboard.ts';
import { eventually } from '../../../testing/patience.ts';

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
    t: (key: string) => key,
    newId: () => 'new',
  } as unknown as EditorContext;
  renderHook(() => useKeyboard(context));
  return () => state.history.present.nodes.map(({ name }) => name);
}

function pasteInto(target: Element): Event {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  target.dispatchEvent(event);
  return event;
}

it('takes nodes in where the focus is nowhere', async () => {
  const names = begin();
  pasteInto(document.body);
  await eventually(() => expect(names()).toEqual(['A']));
});

it.each(['dialog', 'menu'])('changes nothing behind a %s', (role) => {
  const names = begin();
  document.body.innerHTML = `<div role="${role}"><button>within</button></div>`;
  expect(pasteInto(document.querySelector('button') as Element).defaultPrevented).toBe(false);
  expect(names()).toEqual([]);
});
