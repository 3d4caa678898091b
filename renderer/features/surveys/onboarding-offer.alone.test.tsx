// When the onboarding call is offered: to whom, after how long, and once per session.
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { selectToasts, toastClosed } from '../../state/toasts.ts';
import { FIRST_DELAY, useOnboardingOffer } from './onboarding-offer.ts';

let requests: { readonly call: string; readonly body: unknown }[];
let userCount = 0;
const prompt = { title: 'Talk to us', description: 'In 20 minutes', toast_sequence_number: 1 };

async function open({
  answers = { version: 'v3' } as object | null,
  isEnabled = true,
  offered = prompt as object | null,
} = {}): Promise<void> {
  const user = { id: `user-${++userCount}`, globalRole: { name: 'owner' }, personalizationAnswers: answers };
  const responses: Record<string, unknown> = {
    'GET /rest/settings': { onboardingCallPromptEnabled: isEnabled },
    'GET /rest/login': user,
    'GET /rest/prompts/onboarding': offered,
    'POST /rest/prompts/onboarding': true,
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${new URL(address).pathname}`;
    requests.push({ call, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    return Response.json({ data: responses[call] });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
  requests = [];
}

beforeEach(() => {
  requests = [];
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  for (const { id } of selectToasts(store.getState())) store.dispatch(toastClosed(id));
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Canvas({ isAtCanvas = true }: { readonly isAtCanvas?: boolean }): ReactNode {
  useOnboardingOffer(isAtCanvas);
  return null;
}
const show = (isAtCanvas = true) =>
  render(
    <Provider store={store}>
      <Canvas isAtCanvas={isAtCanvas} />
    </Provider>,
  );
const pass = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const toasts = () => selectToasts(store.getState());
const called = (call: string): number => requests.filter((request) => request.call === call).length;

it('is offered a moment after the canvas is shown, and the click opens the sign-up', async () => {
  await open();
  show();
  await pass(FIRST_DELAY - 1);
  expect(toasts()).toEqual([]);
  await pass(1);
  expect(toasts()).toMatchObject([
    {
      kind: 'info',
      isSticky: true,
      title: 'Talk to us',
      message: 'In 20 minutes',
      button: { label: 'Sign up', action: { payload: { name: 'onboarding-call', title: 'Talk to us', description: 'In 20 minutes' } } },
    },
  ]);
  expect(requests.at(-1)).toEqual({ call: 'POST /rest/prompts/onboarding', body: { toast_sequence_number: 1 } });
});

it('is offered after a second if it is not the first offer', async () => {
  await open({ offered: { ...prompt, toast_sequence_number: 2 } });
  show();
  await pass(999);
  expect(toasts()).toEqual([]);
  await pass(1);
  expect(toasts()).toHaveLength(1);
});

it('is offered once per session', async () => {
  await open();
  show();
  await pass(FIRST_DELAY);
  cleanup();
  show();
  await pass(FIRST_DELAY);
  expect([toasts().length, called('GET /rest/prompts/onboarding'), called('POST /rest/prompts/onboarding')]).toEqual([1, 1, 1]);
});

it('is not offered after the canvas was left', async () => {
  await open();
  show();
  await pass(FIRST_DELAY - 1);
  cleanup();
  await pass(FIRST_DELAY);
  expect(toasts()).toEqual([]);
});

it.each([
  ['users without survey answers', { answers: null }, true],
  ['anybody without a service', { isEnabled: false }, true],
  ['users on other screens', {}, false],
])('is not asked for by %s', async (_, options, isAtCanvas) => {
  await open(options);
  show(isAtCanvas);
  await pass(FIRST_DELAY);
  expect([requests, toasts()]).toEqual([[], []]);
});

it('is not shown if the engine has no offer', async () => {
  await open({ offered: null });
  show();
  await pass(FIRST_DELAY);
  expect([called('GET /rest/prompts/onboarding'), toasts()]).toEqual([1, []]);
});
