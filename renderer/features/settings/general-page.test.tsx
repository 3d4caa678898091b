// The general settings: what is fixed by the environment, what is saved, and what is rejected.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import type { GeneralSettingsView } from '../../../engine/contract/rest/general.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { eventually } from '../../testing/setup.ts';
import { GeneralPage } from './general-page.tsx';
import { changesOf, numberIn, numberText } from './general-values.ts';

const values: GeneralSettingsView['values'] = {
  timezone: 'Europe/Berlin',
  locale: 'en',
  saveOnError: 'all',
  saveOnSuccess: 'all',
  saveManual: false,
  saveProgress: false,
  productionLimit: -1,
  executionTimeout: 0,
  prune: true,
  pruneAgeHours: 336,
  pruneCount: 10_000,
  pruneSizeMiB: 0,
  historyAgeDays: 365,
  historyCount: 100,
  modelRunTokens: 0,
  modelRunSeconds: 0,
  modelRunCost: 0,
  modelDayTokens: 0,
  modelDaySeconds: 0,
  modelDayCost: 0,
};
const backUpCommand = 'npm run --silent millrace -- backup FILE --data-dir "/srv/data"';
let response: GeneralSettingsView;
let requests: unknown[];

beforeEach(() => {
  requests = [];
  response = {
    values,
    fixed: { pruneCount: 'EXECUTIONS_DATA_PRUNE_MAX_COUNT' },
    systemTimezone: 'Asia/Tokyo',
    migrationBackups: 2,
    backUpCommand,
  };
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (pathname === '/rest/options/timezones')
      return Response.json({ data: { 'Asia/Tokyo': 'Asia/Tokyo', 'Europe/Berlin': 'Europe/Berlin' } });
    if (pathname === '/rest/vault') return Response.json({ data: { isOpen: true, place: 'file' } });
    if (method === 'PATCH') {
      const changes = JSON.parse(body ?? '') as Partial<typeof values>;
      requests.push(changes);
      response = { ...response, values: { ...response.values, ...changes } };
    }
    return Response.json({ data: response });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <GeneralPage />
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByRole('combobox', { name: /^Time zone/ });
  await screen.findByText(/^The master key is in the file master\.key/);
}

const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

it('shows what the environment fixes, and no number where there is no limit', async () => {
  await show();
  expect(field('Keep at most').disabled).toBe(true);
  expect(screen.getByText(/^Fixed by EXECUTIONS_DATA_PRUNE_MAX_COUNT/)).toBeTruthy();
  expect([field('Concurrent executions').value, field('Time limit in seconds').value, field('After hours').value]).toEqual(['', '', '336']);
  expect(save().hasAttribute('disabled')).toBe(true);
});

it('saves only what was changed', async () => {
  await show();
  await userEvent.click(screen.getByRole('combobox', { name: /^Time zone/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Tokyo (this computer)' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Save runs by hand for good' }));
  await userEvent.type(field('Concurrent executions'), '5');
  await userEvent.click(save());
  await eventually(() => expect(requests).toEqual([{ timezone: 'Asia/Tokyo', saveManual: true, productionLimit: 5 }]));
  await eventually(() => expect(save().hasAttribute('disabled')).toBe(true));
  expect(field('Concurrent executions').value).toBe('5');
});

it('saves the limits of the version history', async () => {
  await show();
  expect(field('Remove days after replacement').value).toBe('365');
  await userEvent.clear(field('Remove days after replacement'));
  await userEvent.clear(field('Keep at most, per workflow'));
  await userEvent.type(field('Keep at most, per workflow'), '20');
  await userEvent.click(save());
  await eventually(() => expect(requests).toEqual([{ historyAgeDays: 0, historyCount: 20 }]));
});

it('says which numbers are not valid, and does not save them', async () => {
  await show();
  await userEvent.clear(field('After hours'));
  expect(screen.getByText('Enter a whole number of at least 1.')).toBeTruthy();
  await userEvent.type(field('Concurrent executions'), '0');
  expect(screen.getByText('Enter a whole number of at least 1, or nothing for no limit.')).toBeTruthy();
  expect(save().hasAttribute('disabled')).toBe(true);
});

it('disables the limits while old executions are kept', async () => {
  await show();
  await userEvent.click(screen.getByRole('switch', { name: 'Remove old executions' }));
  expect([field('After hours').disabled, field('Size in MiB').disabled]).toEqual([true, true]);
});

it.each([
  ['productionLimit', 0, '', -1],
  ['executionTimeout', -1, '', -1],
  ['pruneCount', 0, '', 0],
  ['pruneAgeHours', 5, '5', 5],
] as const)('%s: %s is shown as "%s", which is saved as %s', (name, value, text, saved) => {
  expect([numberText(name, value), numberIn(name, text)]).toEqual([text, saved]);
});

it('a number that is typed again is no change', () => {
  expect(changesOf({ executionTimeout: '', pruneAgeHours: '336', pruneCount: ' 7 ' }, values)).toEqual({
    changes: { pruneCount: 7 },
    faults: [],
  });
  expect(changesOf({ pruneAgeHours: '1e3', pruneCount: '-1' }, values).faults).toEqual(['pruneAgeHours', 'pruneCount']);
});

it('shows the command that backs up as it works where Millrace was started', async () => {
  await show();
  expect(screen.getByRole('textbox', { name: 'Command that backs up' })).toHaveProperty('value', backUpCommand);
});
