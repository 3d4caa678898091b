// How a message gets a response: by the events of its run, in order, however the run ends.
import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { Item, TaskData } from '../../../../engine/contract/run-data.ts';
import { pushReceived } from '../../../state/actions.ts';
import { runActions } from '../runs/run-slice.ts';
import { chatActions, chatOf, chatSlice, type ChatState } from './chat-slice.ts';

const session = chatActions.sessionStarted({ chat: 'w', sessionId: 's' });
const sending = chatActions.sent({ chat: 'w', text: 'Hi', files: [], ids: ['m', 'a'] });
const accepted = runActions.runAccepted({ executionId: 'e' });
const chatReducer = chatSlice.reducer;
type Step = Parameters<typeof chatReducer>[1];
const after = (steps: readonly Step[]): ChatState => steps.reduce<ChatState>(chatReducer, chatReducer(undefined, session));
const messages = (...steps: readonly Step[]) => chatOf(after([sending, accepted, ...steps]), 'w')?.messages;
const response = (...steps: readonly Step[]) => messages(...steps)?.at(-1);

const task = (json: object): TaskData => ({
  startTime: 1,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source: [],
  data: { main: [[{ json } as Item]] },
});
const ran = (nodeName: string, json: object, executionId = 'e') =>
  pushReceived({ type: 'nodeExecuteAfter', executionId, nodeName, data: task(json) });
const responded = (content: string, isPart = false) => pushReceived({ type: 'nodeResponse', executionId: 'e', content, isPart });
const part = (content: string) => responded(`${JSON.stringify({ type: 'item', content })}\n`, true);
const finished = (more: Partial<Extract<PushEvent, { type: 'executionFinished' }>> = {}) =>
  pushReceived({
    type: 'executionFinished',
    executionId: 'e',
    workflowId: 'w',
    status: 'success',
    stoppedAt: 2,
    lastNodeExecuted: 'B',
    ...more,
  });

describe('an answer', () => {
  it('is what the last node returned, whichever ran before', () => {
    expect(messages()).toEqual([
      { id: 'm', from: 'user', text: 'Hi', state: 'done' },
      { id: 'a', from: 'workflow', text: '', state: 'running' },
    ]);
    expect(response(ran('B', { output: 'old' }), ran('A', { output: 'a' }), ran('B', { output: 'b' }), finished())).toEqual({
      id: 'a',
      from: 'workflow',
      text: 'b',
      state: 'done',
    });
  });

  it('is not taken from other runs', () => {
    expect(response(ran('B', { output: 'x' }, 'other'), finished({ executionId: 'other' }))).toMatchObject({ text: '', state: 'running' });
  });

  it.each(['__proto__', 'constructor'])('can come from a node named %s', (name) => {
    expect(response(finished({ lastNodeExecuted: name }))?.text).toBe('');
    expect(response(ran(name, { output: 'b' }), finished({ lastNodeExecuted: name }))?.text).toBe('b');
  });

  it('grows while parts of it arrive, which replace the result of the last node', () => {
    expect(response(part('a '), part('b'))).toMatchObject({ text: 'a b', state: 'running' });
    expect(response(part('a '), part('b'), ran('B', { output: 'other' }), finished())).toMatchObject({ text: 'a b', state: 'done' });
  });

  it('consists of the responses of nodes, if there are some', () => {
    const [, ...replies] = messages(responded('one'), responded('{"output": "two"}'), ran('B', { output: 'other' }), finished()) ?? [];
    expect(replies.map(({ text, state }) => [text, state])).toEqual([
      ['one', 'done'],
      ['two', 'done'],
    ]);
  });

  it('names the node that failed', () => {
    const error = { name: 'E', message: 'Wrong key', node: 'B' };
    expect(response(finished({ status: 'error', error }))).toMatchObject({ text: 'Wrong key', state: 'failed', node: 'B' });
  });

  it('says that the run was stopped, and keeps what has arrived', () => {
    expect(response(part('a'), finished({ status: 'canceled' }))).toMatchObject({ text: 'a', state: 'stopped' });
  });

  it('appears when a waiting run continues', () => {
    const steps = [finished({ status: 'waiting' })];
    expect(response(...steps)).toMatchObject({ state: 'waiting' });
    expect(response(...steps, ran('B', { output: 'b' }), finished())).toMatchObject({ text: 'b', state: 'done' });
  });

  it('replaces the note that the run waits, if a reply continues it', () => {
    const reply = chatActions.sent({ chat: 'w', text: 'Yes', files: [], ids: ['m2', 'a2'] });
    const steps = [responded('Sure?'), finished({ status: 'waiting', lastNodeExecuted: 'Ask' })];
    expect(response(...steps)).toMatchObject({ state: 'waiting', node: 'Ask' });
    expect(messages(...steps, reply, accepted, ran('B', { output: 'b' }), finished())?.map(({ text }) => text)).toEqual([
      'Hi',
      'Sure?',
      'Yes',
      'b',
    ]);
  });

  it('is taken from the stored run if events were missed', () => {
    const runData = { A: [task({ output: 'a' })], B: [task({ output: 'old' }), task({ output: 'b' })] };
    const foundOver = runActions.runFoundOver({ outcome: { status: 'success', lastNode: 'B' }, runData });
    expect(response(foundOver)).toMatchObject({ text: 'b', state: 'done' });
  });

  it('is given up if its run is gone, or a message to another workflow runs', () => {
    expect(response(runActions.runRefused())).toMatchObject({ state: 'lost' });
    const other = [chatActions.sessionStarted({ chat: 'v', sessionId: 't' }), { ...sending, payload: { ...sending.payload, chat: 'v' } }];
    expect(response(...other)).toMatchObject({ id: 'a', state: 'lost' });
    expect(chatOf(after([sending, runActions.runRefused()]), 'w')?.messages.at(-1)).toMatchObject({ state: 'running' });
  });

  it('tells why the run could not start', () => {
    const state = after([sending, chatActions.failed({ text: 'No model' })]);
    expect(chatOf(state, 'w')?.messages.at(-1)).toMatchObject({ text: 'No model', state: 'failed' });
    expect([chatOf(state, 'w')?.pending, state.running]).toEqual([undefined, undefined]);
  });
});

describe('a session', () => {
  it('is empty when it starts, but earlier texts can be recalled', () => {
    const state = after([sending, accepted, finished(), chatActions.sessionStarted({ chat: 'w', sessionId: 'next' })]);
    expect(chatOf(state, 'w')).toEqual({ sessionId: 'next', messages: [], sentMessages: ['Hi'] });
  });

  it('belongs to one workflow, and stays with a new one that is saved', () => {
    const steps = [
      chatActions.sessionStarted({ chat: '', sessionId: 'new' }),
      chatActions.sent({ chat: '', text: 'A', files: ['x.txt'], ids: ['1', '2'] }),
    ];
    const state = after([...steps, chatActions.workflowSaved({ from: '', to: 'v' }), accepted, ran('B', { output: 'b' }), finished()]);
    expect(chatOf(state, '')).toBeUndefined();
    expect(chatOf(state, 'v')?.messages).toMatchObject([{ text: 'A', files: ['x.txt'] }, { text: 'b' }]);
    expect(chatOf(state, 'w')?.messages).toEqual([]);
  });

  it('recalls a text that was sent twice once', () => {
    expect(chatOf(after([sending, finished(), sending]), 'w')?.sentMessages).toEqual(['Hi']);
  });
});
