// The messages of a memory, read and changed.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { ChatMessage } from '../../sdk/index.ts';
import { runRootNode } from '../../testing/models/run-root-node.ts';
import { storedConversations, type StoredConversations } from '../../testing/models/stored-conversations.ts';

const conversation: readonly ChatMessage[] = [
  { role: 'system', text: 'Be kind' },
  { role: 'user', text: 'Hi' },
  { role: 'assistant', text: '', toolCalls: [{ id: '1', tool: 'clock', args: { zone: 'utc' } }] },
  { role: 'tool', callId: '1', tool: 'clock', text: 'noon' },
  { role: 'assistant', text: 'It is noon' },
];

async function manage(stored: StoredConversations, parameters: JsonObject, version = 1.1): Promise<readonly JsonObject[]> {
  const key = { sessionIdType: 'customKey', sessionKey: 's', contextWindowLength: 1 };
  const { json, error } = await runRootNode({
    type: 'memoryManager',
    version,
    parameters,
    attached: [{ name: 'Memory', type: 'memoryBufferWindow', by: 'ai_memory', parameters: key }],
    ...stored.run,
  });
  expect(error).toBeUndefined();
  return json;
}

async function filled(): Promise<StoredConversations> {
  const stored = await storedConversations();
  await stored.store.conversations.put({ workflowId: 'chat', session: 's' }, JSON.stringify(conversation), undefined, 1);
  return stored;
}

const storedIn = async ({ store }: StoredConversations): Promise<unknown> =>
  JSON.parse((await store.conversations.get({ workflowId: 'chat', session: 's' }))?.messages ?? '[]');

const groups = [{ system: 'Be kind', human: 'Hi', ai: 'It is noon' }];

describe('the memory manager', () => {
  it.each([
    [1, {}, [{ messages: groups, messagesCount: 1 }]],
    [1.1, {}, [{ messages: groups, messagesCount: 1 }]],
    [1.1, { options: { groupMessages: false } }, groups],
  ])('returns all messages in version %d with %j', async (version, parameters, expected) => {
    expect(await manage(await filled(), parameters, version)).toEqual(expected);
  });

  it('returns messages in their stored form', async () => {
    const json = await manage(await filled(), { simplifyOutput: false, options: { groupMessages: false } });
    expect(json[1]).toMatchObject({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: 'Hi' },
    });
    expect(json[2]).toMatchObject({ kwargs: { tool_calls: [{ id: '1', name: 'clock', args: { zone: 'utc' }, type: 'tool_call' }] } });
    expect(json[3]).toMatchObject({ id: ['langchain_core', 'messages', 'ToolMessage'], kwargs: { tool_call_id: '1', content: 'noon' } });
  });

  it('adds messages, or replaces all', async () => {
    const stored = await filled();
    const messages = {
      messageValues: [{ type: 'user', message: 'One' }, { type: 'ai', message: 'Two', hideFromUI: true }, { message: 'Three' }],
    };
    const entered = [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'Two', isHidden: true },
      { role: 'system', text: 'Three' },
    ];
    expect(await manage(stored, { mode: 'insert', messages })).toEqual([{ success: true }]);
    expect(await storedIn(stored)).toEqual([...conversation, ...entered]);
    await manage(stored, { mode: 'insert', insertMode: 'override', messages });
    expect(await storedIn(stored)).toEqual(entered);
  });

  it.each([
    [1, 4],
    // The call goes with its result.
    [2, 2],
    [99, 0],
  ])('removes the last %d messages', async (lastMessagesCount, count) => {
    const stored = await filled();
    await manage(stored, { mode: 'delete', lastMessagesCount });
    expect(await storedIn(stored)).toEqual(conversation.slice(0, count));
  });

  it('removes the whole conversation', async () => {
    const stored = await filled();
    expect(await manage(stored, { mode: 'delete', deleteMode: 'all' })).toEqual([{ success: true }]);
    expect(await storedIn(stored)).toEqual([]);
  });
});
