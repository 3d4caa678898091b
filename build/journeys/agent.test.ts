// A chat in the editor with an agent that calls a workflow and code, on a server with the API of OpenAI; its steps are read in the node view.
import { afterEach, describe, expect, it } from 'vitest';
import { openAiServer } from '../../engine/testing/models/open-ai-server.ts';
import { stubServer, type StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();
let models: StubServer | undefined;
afterEach(() => models?.close());

const langchain = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
const node = (
  name: string,
  type: string,
  typeVersion: number,
  position: readonly [number, number],
  parameters: object,
  more: object = {},
): object => ({
  id: name,
  name,
  type,
  typeVersion,
  position,
  parameters,
  ...more,
});
const link = (to: string, type = 'main'): object => ({ [type]: [[{ node: to, type, index: 0 }]] });

/** Adds a workflow with an agent, which asks for the weather by a workflow, and counts by code. Returns its id. */
async function agentWorkflow({ server }: Journey): Promise<string> {
  models = await openAiServer((_body, index) => {
    if (index === 0) return { toolCalls: [{ name: 'Weather', args: { city: 'Oslo' } }], tokens: [120, 8] };
    if (index === 1) return { toolCalls: [{ name: 'Count', args: { query: 'Sunny in Oslo' } }], tokens: [150, 9] };
    return { text: 'It is **sunny** in Oslo, in 13 letters.', tokens: [190, 14] };
  });
  const add = <T>(url: string, body: object): Promise<T> => server.data<T>({ method: 'POST', url, body });
  const { id: credential } = await add<{ id: string }>('/rest/credentials', {
    name: 'OpenAI',
    type: 'openAiApi',
    data: { apiKey: 'sk-test', url: `${models.address}/v1` },
  });
  const { id: called } = await add<{ id: string }>('/rest/workflows', {
    name: 'Weather',
    active: true,
    nodes: [
      node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, [0, 0], { inputSource: 'passthrough' }),
      node('Answer', 'n8n-nodes-base.set', 3.4, [220, 0], {
        assignments: { assignments: [{ id: '1', name: 'response', type: 'string', value: '=Sunny in {{ $json.city }}' }] },
        options: {},
      }),
    ],
    connections: { Start: link('Answer') },
  });
  const { id } = await add<{ id: string }>('/rest/workflows', {
    name: 'Agent',
    nodes: [
      node('Chat', langchain('chatTrigger'), 1.5, [0, 0], { options: { responseMode: 'streaming' } }),
      node('Agent', langchain('agent'), 3.1, [260, 0], { options: {} }),
      node(
        'Model',
        langchain('lmChatOpenAi'),
        1.3,
        [120, 240],
        { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, options: {} },
        {
          credentials: { openAiApi: { id: credential, name: 'OpenAI' } },
        },
      ),
      node('Weather', langchain('toolWorkflow'), 2.2, [300, 240], {
        description: 'Tells the weather of a city',
        workflowId: { __rl: true, mode: 'id', value: called },
        workflowInputs: { mappingMode: 'defineBelow', value: { city: "={{ $fromAI('city', 'Name of the city') }}" } },
      }),
      node('Count', langchain('toolCode'), 1.3, [480, 240], { description: 'Counts letters', jsCode: 'return String(query.length);' }),
    ],
    connections: {
      Chat: link('Agent'),
      Model: link('Agent', 'ai_languageModel'),
      Weather: link('Agent', 'ai_tool'),
      Count: link('Agent', 'ai_tool'),
    },
  });
  return id;
}

describe.skipIf(!hasBrowser)('an agent', () => {
  it('answers in the chat of the editor, and lists its steps', async () => {
    const journey = await startJourney();
    const { page } = journey;
    const editor = new EditorPage(page);
    await editor.open(`workflow/${await agentWorkflow(journey)}`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('How is the weather in Oslo?');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.getByRole('log').getByText('in 13 letters').waitFor();
    await editor.node('Agent').dblclick();
    const output = page.getByRole('region', { name: 'Output' });
    await output.getByText('5 steps').click();
    // The price of gpt-5-mini is that of the table.
    await output.getByText('3 calls of models · 2 calls of tools · 460 + 31 tokens · $0.00018').waitFor();
    expect(await output.locator('.agent-step-name').allTextContents()).toEqual(['Model', 'Weather', 'Model', 'Count', 'Model']);
    await output.getByText('Calls Count').waitFor();
    expect(await seriousFindings(page, 'the steps', '.agent-steps')).toEqual([]);
    await output.getByRole('button', { name: 'Weather' }).click();
    await page.getByRole('heading', { name: 'Weather' }).waitFor();
  });

  it('streams its answer to the chat while it runs, and previews its prompt', async () => {
    const journey = await startJourney();
    const { page, server } = journey;
    const editor = new EditorPage(page);
    const chunk = (content: string): string =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
    let release: () => void = () => undefined;
    models = await stubServer((_received, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk('It is sunny'));
      // The rest follows once the chat shows the beginning.
      release = () => response.end(`${chunk(' in Oslo.')}data: [DONE]\n\n`);
    });
    const add = <T>(url: string, body: object): Promise<T> => server.data<T>({ method: 'POST', url, body });
    const data = { apiKey: 'sk-test', url: `${models.address}/v1` };
    const { id: credential } = await add<{ id: string }>('/rest/credentials', { name: 'OpenAI', type: 'openAiApi', data });
    const { id } = await add<{ id: string }>('/rest/workflows', {
      name: 'Streaming',
      nodes: [
        node('Chat', langchain('chatTrigger'), 1.5, [0, 0], { options: { responseMode: 'streaming' } }),
        node('Agent', langchain('agent'), 3.1, [260, 0], { promptType: 'define', text: '=Answer: {{ $json.chatInput }}', options: {} }),
        node(
          'Model',
          langchain('lmChatOpenAi'),
          1.3,
          [120, 240],
          { model: { __rl: true, mode: 'id', value: 'm' }, responsesApiEnabled: false, options: {} },
          { credentials: { openAiApi: { id: credential, name: 'OpenAI' } } },
        ),
      ],
      connections: { Chat: link('Agent'), Model: link('Agent', 'ai_languageModel') },
    });
    await editor.open(`workflow/${id}`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Weather?');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    const chat = page.getByRole('region', { name: 'Chat' });
    await chat.getByText('It is sunny', { exact: true }).waitFor();
    expect(await chat.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    release();
    await chat.getByText('It is sunny in Oslo.', { exact: true }).waitFor();
    await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await editor.node('Agent').dblclick();
    await editor.nodeOpened();
    await page.getByRole('region', { name: 'Node parameters' }).getByText('Answer: Weather?', { exact: true }).first().waitFor();
  });
});
