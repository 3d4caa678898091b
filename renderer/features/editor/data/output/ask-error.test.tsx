// Questions about an error: only with a chosen model, with a text that is shown first, and an answer that arrives in parts.
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import { api } from '../../../../api/base.ts';
import { pushReceived } from '../../../../state/actions.ts';
import { store } from '../../../../state/store.ts';
import { eventually } from '../../../../testing/setup.ts';
import { chain, node, openPanes, task } from '../testing/open-panes.tsx';

const choice = { provider: 'ollama', model: 'llama3.2' };
let settings: object;
let model: object | null;
/** Questions that were asked, and the functions that answer them. */
let questions: {
  readonly id: string;
  readonly prompt: string;
  readonly answer: (response: Response) => void;
  readonly isAborted: () => boolean;
}[];
let cancelled: string[];

beforeEach(() => {
  settings = { hasAssistant: true };
  model = choice;
  questions = [];
  cancelled = [];
  vi.stubGlobal('fetch', (address: string, init: { method?: string; body?: string; signal?: AbortSignal } = {}) => {
    const { pathname } = new URL(address, 'http://x');
    if (pathname.endsWith('/settings')) return Promise.resolve(Response.json({ data: settings }));
    if (pathname.endsWith('/assistant')) return Promise.resolve(Response.json({ data: { model } }));
    if (init.method === 'DELETE') cancelled.push(pathname.split('/').at(-1) ?? '');
    if (init.method !== 'POST' || !pathname.endsWith('/assistant/answers')) return Promise.resolve(Response.json({ data: [] }));
    return new Promise<Response>((resolve, reject) => {
      const { id, prompt } = JSON.parse(init.body ?? '') as { id: string; prompt: string };
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      questions.push({ id, prompt, answer: resolve, isAborted: () => init.signal?.aborted === true });
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const error: ErrorData = {
  name: 'NodeApiError',
  message: 'Unauthorized: Bearer abcdefgh12345678',
  code: 'NODE_REQUEST_FAILED',
  httpCode: '401',
  hint: 'Check the credential.',
} as unknown as ErrorData;

const failing = node('B', {
  parameters: { url: 'https://example.com/?api_key=abcd1234', password: 'hunter2' },
  credentials: { httpBasicAuth: { id: 'cred-17', name: 'Mine' } },
});

function openFailed(mode: 'edit' | 'execution' = 'edit'): void {
  openPanes({
    workflow: chain(node('A'), failing),
    open: 'B',
    mode,
    runData: {
      A: [task([[{ json: { city: 'Rome', secret: 's3cret' } }]])],
      B: [task([], { executionStatus: 'error', error, source: [{ previousNode: 'A' }] })],
    },
  });
}

const ask = (): HTMLElement | null => screen.queryByRole('button', { name: 'Ask about this error' });
const prompt = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Text that is sent' });
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

async function openDialog(): Promise<HTMLElement> {
  openFailed();
  await userEvent.click(await screen.findByRole('button', { name: 'Ask about this error' }));
  return screen.findByRole('dialog', { name: 'Ask about this error' });
}

describe('the button', () => {
  it.each([
    ['no model is chosen', () => (model = null)],
    ['the instance forbids it', () => (settings = {})],
  ])('does not exist while %s', async (_, forbid) => {
    forbid();
    openFailed();
    expect(await screen.findByRole('button', { name: 'Copy error' })).toBeTruthy();
    await act(async () => Promise.resolve());
    expect(ask()).toBeNull();
  });
});

describe('the question', () => {
  it('shows what is sent, without secrets and credentials, and sends nothing by itself', async () => {
    await openDialog();
    expect(prompt().value).toContain('B (test, 1)');
    expect(prompt().value).toContain('Unauthorized: Bearer [removed]\nCheck the credential.\n(NODE_REQUEST_FAILED, 401)');
    expect(prompt().value).toContain('"url": "https://example.com/?api_key=[removed]"');
    for (const secret of ['hunter2', 'cred-17', 'abcd1234', 'abcdefgh', 'Rome']) expect(prompt().value).not.toContain(secret);
    expect(questions).toEqual([]);
  });

  it('includes the input item on request, beside what the user has written', async () => {
    await openDialog();
    await userEvent.type(prompt(), ' In German, please.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include the input item' }));
    expect(prompt().value).toContain('In German, please.\n\nInput item:\n{\n  "city": "Rome",\n  "secret": "[removed]"\n}');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include the input item' }));
    expect(prompt().value).toMatch(/In German, please\.$/);
    await userEvent.click(button('Send'));
    expect(questions[0]?.prompt).toBe(prompt().value);
  });

  it('is answered in parts, as safe text that can be copied', async () => {
    const dialog = await openDialog();
    await userEvent.click(button('Send'));
    const [question] = questions;
    const part = (text: string, id = question?.id ?? ''): void =>
      act(() => void store.dispatch(pushReceived({ type: 'assistantText', id, text })));
    part('Use **an');
    part('other', 'other question');
    part('other** key ![x](https://example.com/track)');
    const answer = within(dialog).getByRole('region', { name: 'Answer' });
    expect(answer.textContent).toContain('Use another key x');
    await act(async () => question?.answer(Response.json({ data: { text: 'Use **another** key. ![x](https://example.com/track)' } })));
    await eventually(() => expect(answer.textContent).toContain('A model wrote this'));
    expect([answer.querySelector('strong')?.textContent, answer.querySelector('img')]).toEqual(['another', null]);
    expect(within(answer).getByRole('button', { name: 'Copy the answer' })).toBeTruthy();
  });

  it('is cancelled by its button, here and at the engine, and can be sent again', async () => {
    await openDialog();
    await userEvent.click(button('Send'));
    await userEvent.click(button('Cancel the answer'));
    expect([questions[0]?.isAborted(), cancelled]).toEqual([true, [questions[0]?.id]]);
    expect(screen.getByText('Cancelled')).toBeTruthy();
    await userEvent.click(button('Send'));
    await eventually(() => expect(questions).toHaveLength(2));
  });

  it('is cancelled when the dialog is closed', async () => {
    await openDialog();
    await userEvent.click(button('Send'));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect([screen.queryByRole('dialog'), cancelled]).toEqual([null, [questions[0]?.id]]));
  });

  it('says why the model did not answer', async () => {
    await openDialog();
    await userEvent.click(button('Send'));
    const failure = { code: 'NODE_REQUEST_FAILED', message: 'The model is not available.', hint: 'Check its name.' };
    await act(async () => questions[0]?.answer(Response.json(failure, { status: 400 })));
    expect((await screen.findAllByRole('alert')).map((each) => each.textContent)).toContain(
      'The model did not answerThe model is not available. Check its name.',
    );
    expect(button('Send')).toBeTruthy();
  });
});
