// What outside services ask: the value survey, the requests for an e-mail address, and when users are asked.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { modalOpened, modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ContactModal, OnboardingModal } from './email-dialog.tsx';
import { followPrompts } from './follow-prompts.ts';
import { ValueSurvey } from './value-survey.tsx';

let requests: { readonly call: string; readonly body: unknown }[];
/** Responses by method and path; an error is a failure with its message. */
let responses: Record<string, unknown>;
let userCount = 0;

beforeAll(() => followPrompts());
beforeEach(async () => {
  requests = [];
  // A user of their own for each test, since nobody is asked twice.
  responses = {
    'GET /rest/settings': { promptsEnabled: true },
    'GET /rest/login': { id: `user-${++userCount}`, globalRole: { name: 'owner' } },
    'POST /rest/value-survey': { updated: true },
    'POST /rest/prompt': { updated: true },
    'POST /rest/accounts/onboarding': true,
    'POST /rest/workflows': { id: 'w' },
    'PATCH /rest/workflows/w': { id: 'w' },
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${new URL(address).pathname}`;
    requests.push({ call, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const response = responses[call];
    if (response instanceof Error)
      return Response.json({ code: 'SERVICE_FAILED', message: response.message, status: 502 }, { status: 502 });
    return Response.json({ data: response });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
  requests = [];
});
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
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
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const isDisabled = (name: string): boolean => screen.getByRole('button', { name }).hasAttribute('disabled');
const lastToast = () => selectToasts(store.getState()).at(-1);
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'E-mail address' });

/** A drawer that can be opened again. */
function Reopened(): ReactNode {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <ValueSurvey onClose={() => setIsOpen(false)} />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Again
    </button>
  );
}

it('takes a rating from 0 to 10, then the e-mail address, and thanks for 15 seconds', async () => {
  show(<Reopened />);
  const ratings = screen.getByRole('group').querySelectorAll('button');
  expect([...ratings].map(({ textContent }) => textContent)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  await press('8');
  await screen.findByRole('dialog', { name: 'Great to hear!' });
  expect(isDisabled('Send')).toBe(true);
  await userEvent.type(field(), 'anna@');
  await userEvent.tab();
  expect(isDisabled('Send')).toBe(true);
  await screen.findByText('This is not an e-mail address.');
  await userEvent.type(field(), 'example.com');
  await waitFor(() => expect(screen.queryByText('This is not an e-mail address.')).toBeNull());
  await press('Send');
  await screen.findByRole('button', { name: 'Again' });
  expect(requests).toEqual([
    { call: 'POST /rest/value-survey', body: { value: 8 } },
    { call: 'POST /rest/value-survey', body: { value: 8, email: 'anna@example.com' } },
  ]);
  expect(lastToast()).toMatchObject({ kind: 'success', duration: 15_000 });
});

it.each([
  ['7', 'Thank you for your rating'],
  ['10', 'Great to hear!'],
])('follows %s up with "%s"', async (rating, title) => {
  show(<Reopened />);
  await press(rating);
  await screen.findByRole('dialog', { name: title });
});

it('starts again with the ratings after it was closed', async () => {
  show(<Reopened />);
  await press('3');
  await screen.findByRole('textbox');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }));
  expect(await screen.findByRole('group')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  [new Error('It answered with the status 500.'), 'It answered with the status 500.'],
  [{ updated: false }, 'The service has not stored the answer.'],
])('says that a rating was not sent, and keeps the ratings: %j', async (response, message) => {
  responses['POST /rest/value-survey'] = response;
  show(<Reopened />);
  await press('10');
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', title: 'Your rating was not sent', message }));
  expect(screen.getByRole('group')).toBeTruthy();
});

it.each([
  [
    'an onboarding call',
    <OnboardingModal key="o" modal={{ title: 'Talk to us', description: 'In 20 minutes' }} onClose={() => undefined} />,
    '/rest/accounts/onboarding',
    'You were not signed up',
  ],
  [
    'contact',
    <ContactModal key="c" modal={{ title: 'Talk to us', message: 'In 20 minutes' }} onClose={() => undefined} />,
    '/rest/prompt',
    'Your address was not sent',
  ],
])('asks for the address for %s, and sends only a valid one', async (_, element, path, failure) => {
  responses[`POST ${path}`] = new Error('Nobody there.');
  show(element);
  await screen.findByRole('dialog', { name: 'Talk to us' });
  expect(screen.getByText('In 20 minutes')).toBeTruthy();
  expect(isDisabled('Send')).toBe(true);
  await userEvent.type(field(), 'anna{Enter}');
  await userEvent.tab();
  await screen.findByText('This is not an e-mail address.');
  expect(requests).toEqual([]);
  await userEvent.type(field(), '@example.com');
  await press('Send');
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', title: failure, message: 'Nobody there.' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
  responses[`POST ${path}`] = path === '/rest/prompt' ? { updated: true } : true;
  await press('Send');
  await eventually(() => expect(lastToast()?.kind).toBe('success'));
  expect(requests.at(-1)).toEqual({ call: `POST ${path}`, body: { email: 'anna@example.com' } });
});

it('has texts of its own if the service sends none', async () => {
  show(<ContactModal modal={{ title: '', message: '' }} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Stay in touch' });
});

const { createWorkflow, updateWorkflow } = workflowsApi.endpoints;
const save = () => store.dispatch(createWorkflow.initiate({ body: { nodes: [], connections: {} } as never }));
const setActive = (active: boolean) => store.dispatch(updateWorkflow.initiate({ params: { id: 'w' }, query: {}, body: { active } }));
const activate = () => setActive(true);
const asked = (): number => requests.filter(({ call }) => call === 'GET /rest/prompts').length;
const modals = () => selectModals(store.getState());
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

it.each([
  ['a save', save],
  ['an activation', activate],
])('the service is asked after %s, and once per session', async (_, act) => {
  responses['GET /rest/prompts'] = { showContactPrompt: true, showValueSurvey: true, title: 'Hello', message: 'Text' };
  await act();
  await eventually(() => expect(modals()).toEqual([{ name: 'contact-prompt', title: 'Hello', message: 'Text' }]));
  store.dispatch(modalsClosed());
  await save();
  await activate();
  await settle();
  expect([asked(), modals()]).toEqual([1, []]);
});

it('a rating is asked for if the service wants no address', async () => {
  responses['GET /rest/prompts'] = { showContactPrompt: false, showValueSurvey: true, title: '', message: '' };
  await save();
  await eventually(() => expect(modals()).toEqual([{ name: 'value-survey' }]));
});

it('the service is asked again as long as it wants nothing or fails', async () => {
  responses['GET /rest/prompts'] = { showContactPrompt: false, showValueSurvey: false, title: '', message: '' };
  await save();
  await eventually(() => expect(asked()).toBe(1));
  await settle();
  responses['GET /rest/prompts'] = new Error('No.');
  const before = selectToasts(store.getState()).length;
  await save();
  await eventually(() => expect(asked()).toBe(2));
  await settle();
  expect([modals(), selectToasts(store.getState()).length]).toEqual([[], before]);
});

it('nothing is asked over the explanation of a first activation', async () => {
  responses['GET /rest/prompts'] = { showContactPrompt: true, showValueSurvey: true, title: '', message: '' };
  await activate();
  store.dispatch(modalOpened({ name: 'activation', activeId: 'w' }));
  await settle();
  expect([asked(), modals()]).toEqual([0, [{ name: 'activation', activeId: 'w' }]]);
});

it('nothing is asked after a deactivation', async () => {
  await setActive(false);
  await settle();
  expect(asked()).toBe(0);
});

it('nothing is asked without a service', async () => {
  responses['GET /rest/settings'] = { promptsEnabled: false };
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await save();
  await settle();
  expect(asked()).toBe(0);
});
