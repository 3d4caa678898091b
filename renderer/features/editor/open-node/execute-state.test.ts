import { describe, expect, it } from 'vitest';
import { executeState, type ExecuteInput } from './execute-state.ts';

const idle = { status: 'idle', executing: [] } as const;
const node = { name: 'A', type: 't' };
const webhook = { group: ['trigger'], webhooks: [{ name: 'default', httpMethod: 'GET', path: 'x' }] };

describe('the execute button', () => {
  it.each([
    ['a regular node', { group: ['transform'] }, 'node'],
    ['a webhook', webhook, 'testEvent'],
    ['a polling trigger', { group: ['trigger'], polling: true }, 'fetchEvent'],
    ['another trigger', { group: ['trigger'] }, 'event'],
    ['a schedule', { group: ['trigger', 'schedule'] }, 'node'],
    [
      'a node that is resumed by a call',
      { group: ['organization'], webhooks: [{ name: 'd', httpMethod: 'GET', path: '', restartWebhook: true }] },
      'node',
    ],
  ])('has a label for %s', (_what, description, kind) => {
    expect(executeState({ node, description, run: idle, hasIssues: false, isListening: false })).toEqual({
      action: 'run',
      kind,
      isRunning: false,
    });
  });

  it('opens the chat of a chat trigger', () => {
    const chat = { name: 'A', type: '@acme/nodes.chatTrigger' };
    expect(executeState({ node: chat, description: webhook, run: idle, hasIssues: false, isListening: false })).toMatchObject({
      action: 'run',
      kind: 'chat',
    });
  });

  it.each<[string, Partial<ExecuteInput>, object]>([
    ['stops listening', { run: { status: 'waitingForEvent', executing: [] }, isListening: true }, { action: 'stopListening' }],
    ['waits while another trigger listens', { run: { status: 'waitingForEvent', executing: [] } }, { action: 'run', hint: 'otherRun' }],
    ['stops while the node is at work', { run: { status: 'running', executing: ['A'] } }, { action: 'stop', isRunning: true }],
    ['waits for another run', { run: { status: 'running', executing: ['B'] } }, { action: 'run', hint: 'otherRun' }],
    ['is disabled for a disabled trigger', { node: { ...node, disabled: true } }, { hint: 'triggerDisabled' }],
    ['is off for a trigger with issues', { hasIssues: true }, { hint: 'ownIssues' }],
  ])('%s', (_what, change, expected) => {
    expect(executeState({ node, description: webhook, run: idle, hasIssues: false, isListening: false, ...change })).toMatchObject(
      expected,
    );
  });
});
