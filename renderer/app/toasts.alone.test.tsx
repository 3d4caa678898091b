// Toasts on the screen: collapsed details, closing, and timeouts that pause on hover and focus.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../i18n/index.ts';
import { store } from '../state/store.ts';
import { selectToasts, toastShown, type NewToast } from '../state/toasts.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(toast: NewToast): HTMLElement {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Toasts />
      </MemoryRouter>
    </Provider>,
  );
  act(() => void store.dispatch(toastShown(toast)));
  return screen.getByText(toast.title);
}
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));
const count = (): number => selectToasts(store.getState()).length;

it('keeps details collapsed until they are opened', () => {
  show({ kind: 'error', title: 'Failed', message: 'Why', details: 'at line 1', isSticky: true });
  expect(screen.getByText('at line 1').closest('details')?.open).toBe(false);
  expect(screen.getByText('Failed').closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive');
  pass(60_000);
  expect(count()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close: Failed' }));
  expect(count()).toBe(0);
});

it('closes by itself, but not while hovered or focused', () => {
  const toast = show({ kind: 'success', title: 'Saved' });
  fireEvent.mouseEnter(toast.closest('.toast') as HTMLElement);
  pass(60_000);
  expect(count()).toBe(1);
  fireEvent.mouseLeave(toast.closest('.toast') as HTMLElement);
  pass(60_000);
  expect(count()).toBe(0);
});

it('has a button that carries out an action, and closes it', () => {
  show({ kind: 'error', title: 'Failed', button: { label: 'Open node', action: toastShown({ kind: 'info', title: 'Opened' }) } });
  fireEvent.click(screen.getByRole('button', { name: 'Open node' }));
  expect(selectToasts(store.getState()).map(({ title }) => title)).toEqual(['Opened']);
  fireEvent.click(screen.getByRole('button', { name: 'Close: Opened' }));
});
