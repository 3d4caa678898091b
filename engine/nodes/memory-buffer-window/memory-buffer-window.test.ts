// Conversations that agents remember.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { latestExchanges, storedMessages, type ChatMessage } from '../../sdk/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { Principal } from '../../execution/index.ts';
import { processConversation } from '../../execution/stored-data.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { storedConversations } from '../../testing/models/stored-conversations.ts';

const { run, messages } = openAiRuns();

const memory = (parameters: JsonObject = {}, version?: number) =>
  ({ name: 'Memory', type: 'memoryBufferWindow', by: 'ai_memory', parameters, ...(version === undefined ? {} : { version }) }) as const;

const chat = (script: Script, item: JsonObject, attached = memory(), more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run(script, { type: 'agent', items: [item], attached: [attached], ...more });

describe('the simple memory', () => {
  it('remembers what was said in the same session', async () => {
    const { run: shared } = await storedConversations();
    await chat([{ text: 'Hello Ada' }], { sessionId: 's1', chatInput: 'I am Ada' }, memory(), shared);
    await chat([{ text: 'Ada' }], { sessionId: 's1', chatInput: 'Who am I?' }, memory(), shared);
    expect(messages().slice(1)).toEqual([
      { role: 'user', content: 'I am Ada' },
      { role: 'assistant', content: 'Hello Ada' },
      { role: 'user', content: 'Who am I?' },
    ]);
    await chat([{ text: 'No idea' }], { sessionId: 's2', chatInput: 'Who am I?' }, memory(), shared);
    expect(messages()).toHaveLength(2);
  });

  it.each<[number, JsonObject, JsonObject, string]>([
    [1, {}, {}, 'chat_history'],
    [1, { sessionKey: 'own' }, {}, 'own'],
    [1.1, {}, { sessionId: 's' }, 's'],
    [1.2, {}, { sessionId: 's' }, 's'],
    [1.2, { sessionIdType: 'customKey', sessionKey: 'own' }, {}, 'own'],
    [1.3, {}, { sessionId: 's' }, 's'],
    [1.3, { sessionKey: '={{ $json.user }}' }, { user: 'u' }, 'u'],
    [1.4, { sessionIdType: 'customKey', sessionKey: '={{ $json.user }}' }, { user: 7 }, '7'],
  ])('reads the session in version %d with %j from %j', async (version, parameters, item, session) => {
    const { run: shared, sessions } = await storedConversations();
    const { error } = await chat([{ text: 'Hello' }], { chatInput: 'Hi', ...item }, memory(parameters, version), shared);
    expect(error).toBeUndefined();
    expect(sessions()).toEqual([session]);
  });

  it.each<[JsonObject, string]>([
    [{}, 'set "Session ID" to "Define below"'],
    [{ sessionIdType: 'customKey', sessionKey: '' }, 'Enter a key'],
  ])('says how to mend a missing session id with %j', async (parameters, hint) => {
    const { result, error } = await chat([{ text: 'Hello' }], { chatInput: 'Hi' }, memory(parameters));
    expect(error).toContain('has no session id');
    expect(result.resultData.error?.hint).toContain(hint);
  });

  it('sends only the latest exchanges', async () => {
    const { run: shared } = await storedConversations();
    for (const chatInput of ['One', 'Two', 'Three'])
      await chat([{ text: `${chatInput}!` }], { sessionId: 's', chatInput }, memory({ contextWindowLength: 1 }), shared);
    expect(messages().slice(1)).toEqual([
      { role: 'user', content: 'Two' },
      { role: 'assistant', content: 'Two!' },
      { role: 'user', content: 'Three' },
    ]);
  });

  it('remembers calls of tools with their results', async () => {
    const { run: shared } = await storedConversations();
    const tool = { name: 'Setter', type: 'n8n-nodes-base.dateTimeTool', by: 'ai_tool', parameters: {} } as const;
    const script: Script = (_, index) => (index === 0 ? { toolCalls: [{ name: 'Setter', args: {} }] } : { text: 'Done' });
    await run(script, { type: 'agent', items: [{ sessionId: 's', chatInput: 'Now?' }], attached: [memory(), tool], ...shared });
    await chat([{ text: 'Yes' }], { sessionId: 's', chatInput: 'Sure?' }, memory(), shared);
    expect(messages().map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it('uses the memory of the process without a database, for the same user and workflow only', async () => {
    const { error } = await chat([{ text: 'Hello' }], { sessionId: 's', chatInput: 'Hi' });
    expect(error).toBeUndefined();
    const ports = fakePorts();
    const of = (userId: string | null, workflow: string) => processConversation(ports, Principal.ofPerson(userId), workflow, 's');
    await of('ann', 'w').change(() => [user('Hi')]);
    expect(await of('ann', 'w').load()).toEqual([user('Hi')]);
    expect(await of('bob', 'w').load()).toEqual([]);
    expect(await of('ann', 'v').load()).toEqual([]);
    expect(await processConversation(fakePorts(), Principal.ofPerson('ann'), 'w', 's').load()).toEqual([]);
  });
});

const user = (text: string): ChatMessage => ({ role: 'user', text });
const call: ChatMessage = { role: 'assistant', text: '', toolCalls: [{ id: '1', tool: 't', args: {} }] };
const result: ChatMessage = { role: 'tool', callId: '1', tool: 't', text: 'r' };
const answer: ChatMessage = { role: 'assistant', text: 'a' };

describe('a window', () => {
  it.each<[string, readonly ChatMessage[], number, readonly ChatMessage[]]>([
    ['the last exchange', [user('1'), answer, user('2'), call, result, answer], 1, [user('2'), call, result, answer]],
    ['all, if there are fewer', [user('1'), answer], 5, [user('1'), answer]],
    ['none', [user('1'), answer], 0, []],
    ['system messages', [{ role: 'system', text: 's' }, user('1'), answer, user('2')], 1, [{ role: 'system', text: 's' }, user('2')]],
  ])('has %s', (_, conversation, count, expected) => {
    expect(latestExchanges(conversation, count)).toEqual(expected);
  });
});

describe('a stored conversation', () => {
  it('has so many messages at most, and begins with a message of the user', () => {
    const long = Array.from({ length: 600 }, (_, index) => [user(String(index)), answer]).flat();
    const stored = storedMessages(long);
    expect(stored).toHaveLength(1000);
    expect(stored[0]).toEqual(user('100'));
  });

  it('has so many characters at most', () => {
    const stored = storedMessages(Array.from({ length: 30 }, () => [user('x'.repeat(200_000)), answer]).flat());
    expect(JSON.stringify(stored).length).toBeLessThan(1024 * 1024);
    expect(stored.length).toBeGreaterThan(2);
  });
});
