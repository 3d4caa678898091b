// An agent whose tool needs the approval of a person: in the editor, and on the page of the question.
import { afterEach, describe, expect, it } from 'vitest';
import { openAiServer } from '../../engine/testing/models/open-ai-server.ts';
import type { StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();
let models: StubServer | undefined;
afterEach(() => models?.close());

const langchain = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
const node = (name: string, type: string, typeVersion: number, position: readonly [number, number], parameters: object): object => ({
  id: name,
  name,
  type,
  typeVersion,
  position,
  parameters,
});
const link = (to: string, type = 'main'): object => ({ [type]: [[{ node: to, type, index: 0 }]] });

/** Adds a workflow whose agent refunds an order once a person has approved it. Returns its id. */
async function workflowWithApproval({ server }: Journey): Promise<string> {
  models = await openAiServer((body) =>
    JSON.stringify(body).includes('function_call_output')
      ? { text: 'The order is settled.' }
      : { toolCalls: [{ name: 'Refund', args: { query: 'Order 7: <img src=x onerror=alert(1)>' } }] },
  );
  const add = <T>(url: string, body: object): Promise<T> => server.data<T>({ method: 'POST', url, body });
  const { id: credential } = await add<{ id: string }>('/rest/credentials', {
    name: 'OpenAI',
    type: 'openAiApi',
    data: { apiKey: 'sk-test', url: `${models.address}/v1` },
  });
  const model = node('Model', langchain('lmChatOpenAi'), 1.3, [120, 240], {
    model: { __rl: true, mode: 'id', value: 'gpt-5-mini' },
    options: {},
  });
  const { id } = await add<{ id: string }>('/rest/workflows', {
    name: 'Refunds',
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', 1, [0, 0], {}),
      node('Agent', langchain('agent'), 3.1, [260, 0], { promptType: 'define', text: 'Refund order 7', options: {} }),
      { ...model, credentials: { openAiApi: { id: credential, name: 'OpenAI' } } },
      node('Approval', 'millrace.approval', 1, [400, 240], {}),
      node('Refund', langchain('toolCode'), 1.3, [400, 460], { description: 'Refunds an order', jsCode: 'return `Refunded ${query}`;' }),
    ],
    connections: {
      Start: link('Agent'),
      Model: link('Agent', 'ai_languageModel'),
      Approval: link('Agent', 'ai_tool'),
      Refund: link('Approval', 'ai_tool'),
    },
  });
  return id;
}

describe.skipIf(!hasBrowser)('the approval of a call', () => {
  it('is asked in the editor, and given there', async () => {
    const journey = await startJourney();
    const { page } = journey;
    const editor = new EditorPage(page);
    await editor.open(`workflow/${await workflowWithApproval(journey)}`);
    await editor.run();
    const question = page.getByRole('listitem', { name: 'Approval: approve the call of Refund?' });
    await question.getByText('Order 7: <img src=x onerror=alert(1)>', { exact: true }).waitFor();
    expect(await seriousFindings(page, 'the question', '.open-questions')).toEqual([]);
    await question.getByRole('button', { name: 'Approve' }).click();
    await question.waitFor({ state: 'detached' });
    await editor.node('Agent').dblclick();
    await page.getByRole('region', { name: 'Output' }).getByText('The order is settled.').first().waitFor();
  });

  it('is denied on the page of the question, which shows what the model wrote as text', async () => {
    const journey = await startJourney();
    const { page } = journey;
    const editor = new EditorPage(page);
    await editor.open(`workflow/${await workflowWithApproval(journey)}`);
    await editor.run();
    const question = page.getByRole('listitem', { name: 'Approval: approve the call of Refund?' });
    const address = (await question.getByRole('link', { name: /Open page/ }).getAttribute('href')) ?? '';
    await page.goto(address);
    await page.getByRole('heading', { name: 'Approve the call of Refund?' }).waitFor();
    await page.getByText('Order 7: <img src=x onerror=alert(1)>', { exact: true }).waitFor();
    expect(await seriousFindings(page, 'the page of the question')).toEqual([]);
    await page.getByRole('textbox', { name: /Reason/ }).fill('Not without a photo');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await page.goto(address);
    await page.getByText(/This form is closed|Nothing to answer/).waitFor();
    await expect.poll(() => models?.received.at(-1)?.body).toContain('Their reason: Not without a photo');
  });
});
