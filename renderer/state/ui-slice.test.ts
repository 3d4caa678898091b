// Dialogs in their stack, and the connection.
import { expect, it } from 'vitest';
import { connectionChanged } from './push-actions.ts';
import { modalClosed, modalOpened, modalsClosed, uiSlice } from './ui-slice.ts';

const { reducer } = uiSlice;
type Action = Parameters<typeof reducer>[1];
const after = (...actions: readonly Action[]) => actions.reduce(reducer, reducer(undefined, { type: 'start' }));
const names = (...actions: readonly Action[]): string[] => after(...actions).modals.map(({ name }) => name);

it('stacks dialogs, the last one on top', () => {
  const open = [modalOpened({ name: 'a' }), modalOpened({ name: 'b', activeId: '1' })];
  expect(names(...open)).toEqual(['a', 'b']);
  expect(names(...open, modalOpened({ name: 'a', mode: 'edit' }))).toEqual(['b', 'a']);
  expect(names(...open, modalClosed())).toEqual(['a']);
  expect(names(...open, modalClosed('a'))).toEqual(['b']);
  expect(names(...open, modalsClosed())).toEqual([]);
});

it('starts with the sidebar collapsed', () => expect(after().isSidebarCollapsed).toBe(true));

it('takes a gap for an open connection', () => {
  expect(after(connectionChanged('lost')).connection).toBe('lost');
  expect(after(connectionChanged('lost'), connectionChanged('gap')).connection).toBe('open');
});
