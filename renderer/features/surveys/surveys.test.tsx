// The survey and the versions drawer: questions, submission, failure; only web links are rendered.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi, onTestFinished } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { SurveyModal } from './survey-modal.tsx';
import { UpdatesDrawer } from './updates-drawer.tsx';
import { eventually } from '../../testing/setup.ts';

let requests: unknown[];
let isRejected: boolean;

const versions = [
  {
    name: '3',
    createdAt: '2026-01-02T00:00:00.000Z',
    description: 'Third',
    documentationUrl: 'https://notes.example/3',
    hasSecurityFix: true,
    nodes: [{ name: 'n8n-nodes-base.set', displayName: 'Edit Fields' }],
  },
  { name: '2', createdAt: '2026-01-01T00:00:00.000Z', documentationUrl: 'javascript:alert(1)', hasBreakingChange: true },
  { name: '1', createdAt: '2025-01-01T00:00:00.000Z' },
];
const versionNotifications = { enabled: true, endpoint: '', infoUrl: 'https://update.example/' };
const settings = { versionCli: '1', versionNotifications };

beforeEach(async () => {
  requests = [];
  isRejected = false;
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (method === 'POST') {
      requests.push(JSON.parse(body ?? ''));
      return isRejected ? Response.json({ code: 'INTERNAL', message: 'No.', status: 500 }, { status: 500 }) : Response.json({ data: true });
    }
    if (pathname === '/rest/versions') return Response.json({ data: versions });
    return Response.json({ data: pathname === '/rest/settings' ? settings : { id: 'a', globalRole: { name: 'owner' } } });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const show = (element: ReactNode): void => {
  render(
    <Provider store={store}>
      <TooltipProvider>{element}</TooltipProvider>
    </Provider>,
  );
};

async function replyPrivately(): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: 'What kind of company do you work for?' }));
  await userEvent.click(await screen.findByRole('option', { name: "I don't use it for work" }));
}

it('submits the answers, and thanks the user', async () => {
  show(<SurveyModal onClose={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
  await replyPrivately();
  expect(screen.queryByRole('combobox', { name: 'How many people work there?' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Thank you');
  expect(requests).toMatchObject([{ companyType: 'personal', version: 'v3', personalization_survey_n8n_version: '1' }]);
});

it('keeps the answers if submitting fails', async () => {
  isRejected = true;
  show(<SurveyModal onClose={() => undefined} />);
  await replyPrivately();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await eventually(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Error while submitting results'));
  expect(screen.getByRole('combobox', { name: 'What kind of company do you work for?' }).textContent).toContain("I don't use it for work");
});

it('shows the newer versions with their details', async () => {
  show(<UpdatesDrawer onClose={() => undefined} />);
  await screen.findByRole('heading', { name: '3' });
  expect(screen.getByText(/2 newer versions are available/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: '1' })).toBeNull();
  for (const text of ['Third', 'Security fix', 'Breaking changes', 'Edit Fields']) expect(screen.getByText(text)).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://update.example/', 'https://notes.example/3']);
});

it('says why it looks for no versions, instead of an error', async () => {
  versionNotifications.enabled = false;
  onTestFinished(() => void (versionNotifications.enabled = true));
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  show(<UpdatesDrawer onClose={() => undefined} />);
  await screen.findByText(/does not look for newer versions here/);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('You have the newest version.')).toBeNull();
});
