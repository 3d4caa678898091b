// Toasts: details are truncated, keys replace, and failures use the engine's messages.
import { expect, it } from 'vitest';
import { cutDetails, failureToast, toastClosed, toastShown, toastsSlice } from './toasts.ts';

const { reducer } = toastsSlice;
const reduce = (...actions: readonly Parameters<typeof reducer>[1][]) =>
  actions.reduce(reducer, reducer(undefined, { type: 'start' })).shown;

it.each([
  ['short', 'short'],
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), `${'x'.repeat(500)}…`],
  ['😀'.repeat(501), `${'😀'.repeat(500)}…`],
])('cuts details at 500 characters', (text, cut) => expect(cutDetails(text)).toBe(cut));

it('truncates what is shown', () => {
  const [toast] = reduce(toastShown({ kind: 'error', title: 'a', details: 'y'.repeat(900) }));
  expect(toast?.details).toHaveLength(501);
});

it('shows the start of a long message, and all of it as details', () => {
  const [toast] = reduce(toastShown({ kind: 'error', title: 'a', message: 'z'.repeat(300) }));
  expect(toast).toMatchObject({ message: `${'z'.repeat(240)}…`, details: 'z'.repeat(300) });
  const [short] = reduce(toastShown({ kind: 'error', title: 'a', message: 'why' }));
  expect(short?.details).toBeUndefined();
});

it('replaces a toast of the same key, and closes by key or id', () => {
  const first = toastShown({ kind: 'error', title: 'first', key: 'start' });
  const other = toastShown({ kind: 'success', title: 'other' });
  const second = toastShown({ kind: 'error', title: 'second', key: 'start' });
  expect(reduce(first, other, second).map(({ title }) => title)).toEqual(['other', 'second']);
  expect(reduce(first, other, toastClosed('start')).map(({ title }) => title)).toEqual(['other']);
  expect(reduce(first, other, toastClosed(other.payload.id)).map(({ title }) => title)).toEqual(['first']);
});

it('shows a failure with its hint, and an unknown failure by its title alone', () => {
  expect(failureToast('Not saved', { message: 'It is gone.', hint: 'Reload.' }).payload).toMatchObject({
    title: 'Not saved',
    message: 'It is gone. Reload.',
  });
  expect(failureToast('Not saved', undefined).payload.message).toBeUndefined();
});
