// Messages to a chat, replies that continue the execution, and approvals.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

interface Part {
  readonly type: string;
  readonly content?: string;
}

async function chat(parameters: JsonObject, version = 1.3): Promise<string> {
  const langchain = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
  const nodes = {
    Start: {
      type: langchain('chatTrigger'),
      typeVersion: 1.5,
      webhookId: 'id',
      parameters: { public: true, options: { responseMode: 'responseNodes' } },
    },
    Say: { id: 'say', type: langchain('chat'), typeVersion: version, parameters },
    End: { type: 'noOp', typeVersion: 1, parameters: {} },
  };
  server = await webhookServer([buildWorkflow(nodes, ['Start -> Say', 'Say -> End'], { id: 'w1' })]);
  return `${server.address}/webhook/id/chat`;
}

async function send(
  address: string,
  chatInput: string,
): Promise<{ readonly parts: readonly Part[]; readonly status: number; readonly text: string }> {
  const body = JSON.stringify({ action: 'sendMessage', sessionId: 's1', chatInput });
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return { parts: lines.map((line) => JSON.parse(line) as Part), status: response.status, text };
}

async function last(): Promise<JsonObject | undefined> {
  const execution = server?.executions.get('1');
  await execution?.done;
  return execution?.result?.resultData.runData['End']?.[0]?.data?.['main']?.[0]?.[0]?.json;
}

const typesOf = (parts: readonly Part[]): readonly string[] => parts.map(({ type }) => type);

describe('the Chat node', () => {
  it('sends a message, and passes on its items', async () => {
    const { parts } = await send(await chat({ operation: 'send', message: '=You said {{ $json.chatInput }}' }), 'tea');
    expect(parts.find(({ type }) => type === 'item')?.content).toBe('You said tea');
    expect(await last()).toMatchObject({ chatInput: 'tea' });
  });

  it.each([
    [1, { waitUserReply: true }],
    [1.1, { operation: 'sendAndWait' }],
    [1.2, { operation: 'sendAndWait' }],
    [1.3, { operation: 'sendAndWait', responseType: 'freeTextChat' }],
  ])('waits for a reply, whose address only the chat knows, in version %d', async (version, parameters) => {
    const { parts } = await send(await chat({ message: 'Milk?', ...parameters }, version), 'tea');
    expect(typesOf(parts)).toEqual(['begin', 'item', 'end', 'waiting']);
    expect(server?.executions.get('1')?.status).toBe('waiting');
    const address = parts.at(-1)?.content ?? '';
    expect((await send(address.replace(/signature=./, 'signature=_'), 'no')).status).toBe(403);
    expect((await send(address, 'yes, please')).status).toBe(200);
    expect(await last()).toEqual({ action: 'sendMessage', sessionId: 's1', chatInput: 'yes, please' });
    expect((await send(address, 'again')).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['Yes', { data: { approved: true } }],
    ['No', { data: { approved: false } }],
  ])('waits for an approval by a link: %s', async (label, json) => {
    const values = { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' };
    const parameters = {
      operation: 'sendAndWait',
      responseType: 'approval',
      message: 'Buy it?',
      blockUserInput: true,
      approvalOptions: { values },
    };
    const { parts } = await send(await chat(parameters), 'a boat');
    expect(typesOf(parts)).toEqual(['begin', 'item', 'end']);
    const address = new RegExp(`\\[${label}\\]\\(([^)]+)\\)`).exec(parts[1]?.content ?? '')?.[1] ?? '';
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await last()).toEqual(json);
  });

  it('is not approved by programs that look at the link in advance', async () => {
    const { parts } = await send(await chat({ operation: 'sendAndWait', responseType: 'approval', message: 'Buy it?' }), 'a boat');
    const address = /\[Approve\]\(([^)]+)\)/.exec(parts[1]?.content ?? '')?.[1] ?? '';
    expect((await fetch(address, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(403);
    expect((await fetch(address.replace(/&approved=.*/, ''))).status).toBe(400);
    expect(server?.executions.get('1')?.status).toBe('waiting');
  });

  it('goes on without a reply after the limit', async () => {
    const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' } };
    await send(await chat({ operation: 'sendAndWait', message: 'Milk?', options: { limitWaitTime } }), 'tea');
    expect(server?.executions.get('1')?.result?.waitTill).toBeLessThan(Date.now() + 3 * 3_600_000);
    await server?.resumeByClock('1');
    expect(await last()).toMatchObject({ chatInput: 'tea' });
  });
});
