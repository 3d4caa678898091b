// The page about usage data shows what was sent, letter by letter, or that nothing is sent.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { UsagePage } from './usage-page.tsx';

let state: unknown;
const show = (): void => {
  vi.stubGlobal('fetch', async () => (state instanceof Error ? Response.error() : Response.json({ data: state })));
  render(
    <Provider store={store}>
      <TooltipProvider>
        <UsagePage />
      </TooltipProvider>
    </Provider>,
  );
};
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('says that nothing is sent without an address', async () => {
  state = { origin: null, pendingCount: 0, batches: [] };
  show();
  await screen.findByText('No usage data is sent');
  expect(screen.getByText(/MILLRACE_TELEMETRY_ENDPOINT/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the batches as they were sent, and those that failed', async () => {
  const body = '{\n  "events": [\n    "<b>one</b>"\n  ]\n}';
  const at = '2026-01-01T00:00:00.000Z';
  state = {
    origin: 'https://usage.example',
    pendingCount: 1,
    batches: [
      { at, body: '{}', failure: 'it took too long' },
      { at, body },
    ],
  };
  show();
  await screen.findByText(/sent to https:\/\/usage\.example/);
  expect(screen.getByText('1 event is sent next.')).toBeTruthy();
  const regions = screen.getAllByRole('region', { name: /^Events sent at/ });
  expect(regions.map((region) => region.querySelector('pre')?.textContent)).toEqual(['{}', body]);
  expect(regions.map(({ textContent }) => /Not sent/.test(textContent))).toEqual([true, false]);
  expect(regions[0]?.textContent).toContain('it took too long');
  state = { origin: 'https://usage.example', pendingCount: 0, batches: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Nothing has been sent since the start.');
  expect(screen.queryByText(/sent next/)).toBeNull();
});

it('says if it cannot be loaded', async () => {
  state = new Error('No.');
  show();
  await screen.findByText('The usage data could not be loaded');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
