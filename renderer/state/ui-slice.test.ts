// The dialog stack and the connection state.
import { expect, it } from 'vitest';
import { connectionChanged } from './actions.ts';
import { modalClosed, modalOpened, modalsClosed, uiSlice } from './ui-slice.ts';

const { reducer } = uiSlice;
type Action = Parameters<typeof reducer>[1];
const after = (...actions: readonly Action[]) => actions.reduce(reducer, reducer(undefined, { type: 'start' }));
const names = (...actions: readonly Action[]): string[] => after(...actions).modals.map(({ name }) => name);

it('stacks dialogs, the last one on top', () => {
  const open = [modalOpened({ name: 'tags' }), modalOpened({ name: 'delete-user', activeId: '1' })];
  expect(names(...open)).toEqual(['tags', 'delete-user']);
  expect(names(...open, modalOpened({ name: 'tags' }))).toEqual(['delete-user', 'tags']);
  expect(names(...open, modalClosed())).toEqual(['tags']);
  expect(names(...open, modalClosed('tags'))).toEqual(['delete-user']);
  expect(names(...open, modalsClosed())).toEqual([]);
});

it('opens no unknown dialog, and none without its props', () => {
  // @ts-expect-error -- no dialog has this name
  modalOpened({ name: 'tag' });
  // @ts-expect-error -- the user to remove is missing
  modalOpened({ name: 'delete-user' });
});

it('starts with the sidebar collapsed', () => expect(after().isSidebarCollapsed).toBe(true));

it('treats a gap as an open connection', () => {
  expect(after(connectionChanged('lost')).connection).toBe('lost');
  expect(after(connectionChanged('lost'), connectionChanged('gap')).connection).toBe('open');
});
