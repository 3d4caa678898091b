// The page of a chat and its widget in another page, in a browser: an agent answers, on a server with the API of OpenAI.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { openAiServer } from '../../engine/testing/models/open-ai-server.ts';
import type { StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';

const startJourney = journeys();
let models: StubServer | undefined;
afterEach(() => models?.close());

/** Adds an active workflow with a chat, an agent and its memory-less model. Returns the chat's address. */
async function chatWithAgent({ server }: Journey, parameters: object): Promise<string> {
  models = await openAiServer((body) => {
    const text = JSON.stringify(body['input']);
    if (text.includes('break')) return { status: 400, error: 'This model is broken' };
    return { text: text.includes('list') ? '## Colors\n\n- **red**\n- blue\n\n~~~\nlet a = 1 < 2;\n~~~' : 'Hello, <b>you</b>!' };
  });
  const { id } = await server.data<{ id: string }>({
    method: 'POST',
    url: '/rest/credentials',
    body: { name: 'OpenAI', type: 'openAiApi', data: { apiKey: 'sk-test', url: `${models.address}/v1` } },
  });
  const node = (name: string, type: string, more: object): object => ({
    id: name,
    name,
    type: `@n8n/n8n-nodes-langchain.${type}`,
    position: [0, 0],
    webhookId: 'chat',
    ...more,
  });
  const nodes = [
    node('Chat', 'chatTrigger', { typeVersion: 1.5, parameters: { public: true, ...parameters } }),
    node('Agent', 'agent', { typeVersion: 3, parameters: {} }),
    node('Model', 'lmChatOpenAi', {
      typeVersion: 1.3,
      parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' } },
      credentials: { openAiApi: { id, name: 'OpenAI' } },
    }),
  ];
  const connections = {
    Chat: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
    Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
  };
  const workflow = { name: 'Chat', active: true, nodes, connections };
  await server.data({ method: 'POST', url: '/rest/workflows', body: workflow });
  return `${server.server.url}webhook/chat/chat`;
}

const say = async (page: Pick<Page, 'locator' | 'getByRole'>, text: string): Promise<void> => {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('textbox').press('Enter');
};

describe.skipIf(!hasBrowser)('the page of a chat', () => {
  it('shows what the agent streams, as text with its formats, and what failed', async () => {
    const journey = await startJourney();
    const { page } = journey;
    const address = await chatWithAgent(journey, {
      initialMessages: 'Hi there',
      options: { responseMode: 'streaming', title: 'Our shop' },
    });
    await page.goto(address);
    await page.getByRole('log').getByText('Hi there').waitFor();
    await say(page, 'Good morning');
    await page.getByText('Hello, <b>you</b>!').waitFor();
    await say(page, 'A list, please');
    await page.getByRole('heading', { name: 'Colors' }).waitFor();
    expect(await page.locator('.message li').allTextContents()).toEqual(['red', 'blue']);
    expect(await page.locator('.message pre').textContent()).toBe('let a = 1 < 2;');
    const session = /session=[\w-]+/.exec(page.url())?.[0];
    expect(session).toBeDefined();
    await page.reload();
    await page.getByRole('textbox').waitFor();
    expect(page.url()).toContain(session);
    await page.getByRole('button', { name: 'New conversation' }).click();
    expect(page.url()).not.toContain(session);
    await say(page, 'break');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('waits for a button if the node says so, and answers with the last node', async () => {
    const journey = await startJourney();
    const { page } = journey;
    await page.goto(await chatWithAgent(journey, { options: { showWelcomeScreen: true, getStarted: 'Begin' } }));
    await page.getByRole('button', { name: 'Begin' }).click();
    await say(page, 'Good morning');
    await page.getByText('Hello, <b>you</b>!').waitFor();
  });
});

describe.skipIf(!hasBrowser)('the widget', () => {
  it('opens the chat in another page, by mouse and keyboard, and finds its session again', async () => {
    const journey = await startJourney();
    const { page } = journey;
    const address = await chatWithAgent(journey, { mode: 'webhook', options: { responseMode: 'streaming' } });
    const shop = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Shop</title><body><h1>Shop</h1><script src="${address}?widget" async></script></body>`);
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    try {
      await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
      await page.getByRole('button', { name: 'Open chat' }).click();
      const frame = page.frameLocator('iframe');
      await frame.getByRole('textbox').waitFor();
      await say(frame as unknown as Page, 'Good morning');
      await frame.getByText('Hello, <b>you</b>!').waitFor();
      const stored = (): Promise<unknown> => page.evaluate('Object.values(localStorage)');
      const before = await stored();
      await page.reload();
      await page.getByRole('button', { name: 'Open chat' }).press('Enter');
      await page.frameLocator('iframe').getByRole('textbox').waitFor();
      expect(await stored()).toEqual(before);
      await page.getByRole('button', { name: 'Close chat' }).press('Escape');
      await page.getByRole('button', { name: 'Open chat' }).waitFor();
    } finally {
      shop.close();
    }
  });
});
