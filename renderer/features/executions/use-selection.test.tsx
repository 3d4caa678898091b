// Selecting rows, all loaded rows, and all rows that match the filter.
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { everything, type ExecutionFilter } from './execution-filter.ts';
import { useSelection } from './use-selection.ts';

const selecting = (loaded: readonly string[]) =>
  renderHook((props: { filter: ExecutionFilter; loaded: readonly string[] }) => useSelection(props.filter, props.loaded), {
    initialProps: { filter: everything, loaded },
  });

it('selects rows one by one, and drops removed rows', () => {
  const { result, rerender } = selecting(['1', '2', '3']);
  act(() => result.current.set('1', true));
  act(() => result.current.set('2', true));
  expect([...result.current.ids]).toEqual(['1', '2']);
  rerender({ filter: everything, loaded: ['2', '3'] });
  expect([...result.current.ids]).toEqual(['2']);
  act(() => result.current.set('2', false));
  expect(result.current.ids.size).toBe(0);
});

it('selects all loaded rows, and more only on request', () => {
  const { result, rerender } = selecting(['1', '2']);
  act(() => result.current.setLoaded(true));
  expect(result.current).toMatchObject({ areLoadedSelected: true, isAll: false });
  act(() => result.current.selectAll());
  rerender({ filter: everything, loaded: ['1', '2', '3'] });
  expect(result.current.isAll).toBe(true);
  expect([...result.current.ids]).toEqual(['1', '2', '3']);
  act(() => result.current.set('3', false));
  expect(result.current.isAll).toBe(false);
  expect([...result.current.ids]).toEqual(['1', '2']);
});

it('never applies a selection of all rows to another filter', () => {
  const { result, rerender } = selecting(['1']);
  act(() => result.current.selectAll());
  rerender({ filter: { ...everything, status: 'error' }, loaded: ['2'] });
  expect(result.current).toMatchObject({ isAll: false });
  expect(result.current.ids.size).toBe(0);
});
