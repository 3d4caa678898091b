// The settings of the assistant: off at first, a model is chosen from the provider's list or entered, and can be turned off.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssistantChoice } from '../../../engine/contract/rest/assistant.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { AssistantPage } from './index.ts';

const providers = [
  { type: 'ollama', name: 'Ollama', credentialType: 'ollamaApi', needsCredential: false, hasList: true },
  { type: 'openAi', name: 'OpenAI', credentialType: 'openAiApi', needsCredential: true, hasList: true },
];
const credentials = [
  { id: 'c1', name: 'Work', type: 'openAiApi' },
  { id: 'c2', name: 'Other', type: 'httpBasicAuth' },
];

let saved: AssistantChoice | null;
let models: () => Response;
const bodies: unknown[] = [];
const lists: string[] = [];

beforeEach(() => {
  saved = null;
  bodies.length = 0;
  lists.length = 0;
  models = () => Response.json({ data: ['gpt-4o', 'gpt-5-mini'] });
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method?: string; body?: string } = {}) => {
    const { pathname, search } = new URL(address, 'http://x');
    if (method === 'PUT') {
      const { model } = JSON.parse(body ?? '') as { model: AssistantChoice | null };
      bodies.push(model);
      saved = model;
    }
    if (pathname.endsWith('/assistant/providers')) return Response.json({ data: providers });
    if (pathname.endsWith('/credentials')) return Response.json({ data: credentials });
    if (pathname.endsWith('/assistant/models')) {
      lists.push(search);
      return models();
    }
    return Response.json({ data: { model: saved } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

function open(): void {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <AssistantPage />
      </TooltipProvider>
    </Provider>,
  );
}

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

describe('the page of the assistant', () => {
  it('is off at first, and asks no provider', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'The assistant is off' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Turn on' }).hasAttribute('disabled')).toBe(true);
    expect([screen.queryByRole('button', { name: 'Turn off' }), lists]).toEqual([null, []]);
  });

  it('chooses a model from the list of a provider, with a credential, and turns it off again', async () => {
    open();
    await choose('Provider', 'OpenAI');
    expect(lists).toEqual([]);
    await choose('Credential', 'Work');
    await userEvent.click(await screen.findByRole('combobox', { name: /^Model/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'gpt-5-mini' }));
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('heading', { name: 'The assistant is on' })).toBeTruthy();
    expect([bodies, lists]).toEqual([
      [{ provider: 'openAi', credentialId: 'c1', model: 'gpt-5-mini' }],
      ['?provider=openAi&credentialId=c1'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    await eventually(() => expect(bodies.at(-1)).toBeNull());
    expect(await screen.findByRole('heading', { name: 'The assistant is off' })).toBeTruthy();
  });

  it('says why a list could not be loaded, and takes a name', async () => {
    models = () => Response.json({ code: 'NODE_REQUEST_FAILED', message: 'No connection.' }, { status: 400 });
    open();
    await choose('Provider', 'Ollama');
    expect(await screen.findByText(/did not list its models: No connection\./)).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Model' }), 'llama3.2');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    await eventually(() => expect(bodies).toEqual([{ provider: 'ollama', model: 'llama3.2' }]));
  });
});
