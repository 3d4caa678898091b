// The list of what workflows may use, and the question of a node that waits.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../api/base.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ConsentPrompt } from './consent-dialog.tsx';
import { ConsentsPage } from './consents-page.tsx';
import { eventually } from '../../testing/setup.ts';

const granted = {
  id: 'g',
  workflowId: 'w',
  workflowName: 'Reports',
  kind: 'folder',
  subject: '/home/me/docs',
  isGranted: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const requestedConsent = { ...granted, id: 'n', kind: 'command', subject: 'make', isGranted: false };
const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method !== 'GET') requests.push(`${method} ${new URL(url, 'http://x').pathname}`);
    return Response.json({ data: method === 'GET' ? { consents: [requestedConsent, granted], questions: [] } : true });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('lists what is allowed and what was wanted, and changes both', async () => {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConsentsPage />
      </TooltipProvider>
    </Provider>,
  );
  expect(await screen.findByRole('table', { name: 'Always allowed' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke /home/me/docs' }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow make' }));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss make' }));
  expect(requests).toEqual(['DELETE /rest/consents/g', 'POST /rest/consents/n/grant', 'DELETE /rest/consents/n']);
});

it.each([
  ['Allow once', 'once'],
  ['Always allow for this workflow', 'always'],
  ['Refuse', 'refuse'],
])('a question is answered by %s', async (name, response) => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string } = {}) => {
    if (body !== undefined) bodies.push(JSON.parse(body));
    return Response.json({ data: true });
  });
  const question = { id: 'q', workflowId: 'w', workflowName: 'Reports', node: 'Run', kind: 'command', subject: 'make all' } as const;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConsentPrompt question={question} />
      </TooltipProvider>
    </Provider>,
  );
  expect(await screen.findByRole('dialog', { name: 'Allow this command?' })).toBeDefined();
  expect(screen.getByText('make all')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name }));
  await eventually(() => expect(bodies).toEqual([{ answer: response }]));
});
