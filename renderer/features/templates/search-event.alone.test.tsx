// A search for templates begins half a second after the last key, and is tracked a second after it settled, by its size alone.
import { act, cleanup, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import type { TemplateSearch } from '../../api/templates.ts';
import { startListening, store } from '../../state/store.ts';
import { usageTracked } from '../../state/usage-events.ts';
import { useSearchEvent, useSearchInAddress } from './use-template-search.ts';

interface SearchProps {
  readonly search: TemplateSearch;
  readonly total: number | undefined;
}

let tracked: unknown[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  tracked = [];
  vi.setSystemTime(1_790_000_000_000);
  stop = startListening({ actionCreator: usageTracked, effect: ({ payload }) => void tracked.push(payload) });
});
afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
});

function Search({ search, total }: SearchProps): ReactNode {
  useSearchEvent(search, total);
  return null;
}
const element = (props: SearchProps): ReactNode => (
  <Provider store={store}>
    <Search {...props} />
  </Provider>
);
const pass = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('has the visit, the number of characters, categories and results, and no words', async () => {
  const { rerender } = render(element({ search: { text: 'inv', categories: [] }, total: 9 }));
  await pass(900);
  rerender(element({ search: { text: 'invoice', categories: [3] }, total: undefined }));
  await pass(2000);
  rerender(element({ search: { text: 'invoice', categories: [3] }, total: 2 }));
  await pass(999);
  expect(tracked).toEqual([]);
  await pass(1);
  expect(tracked).toEqual([{ name: 'templates searched', session: 'templates-1790000000000', characters: 7, categories: 1, results: 2 }]);
});

it('is none without words and categories', async () => {
  render(element({ search: { text: '', categories: [] }, total: 62 }));
  await pass(5000);
  expect(tracked).toEqual([]);
});

it('a search begins half a second after the last key', async () => {
  const { result } = renderHook(useSearchInAddress, { wrapper: MemoryRouter });
  act(() => result.current.setText('inv'));
  await pass(400);
  act(() => result.current.setText('invoice '));
  await pass(499);
  expect([result.current.typed, result.current.search.text]).toEqual(['invoice ', '']);
  await pass(1);
  expect(result.current.search.text).toBe('invoice');
});

it('a category that is chosen before the search begins is not lost', async () => {
  const { result } = renderHook(useSearchInAddress, { wrapper: MemoryRouter });
  act(() => result.current.setText('inv'));
  act(() => result.current.setCategories([3]));
  await pass(500);
  expect(result.current.search).toEqual({ text: 'inv', categories: [3] });
});

it('a search does not begin once a link was followed', async () => {
  const { result } = renderHook(useSearchInAddress, { wrapper: MemoryRouter });
  act(() => result.current.setText('inv'));
  const { href } = location;
  history.replaceState(null, '', '/templates/102');
  await pass(500);
  history.replaceState(null, '', href);
  expect(result.current.search.text).toBe('');
});
