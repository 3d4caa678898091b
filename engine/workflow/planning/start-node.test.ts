// Selection of the start node if none is given.
import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { WorkflowGraph } from '../graph/graph.ts';
import type { NodeDescription, NodeTypeLookup } from '../node-type.ts';
import { chatTriggerOf, findStartNode, isTriggerDescription, isTriggerNode, webhookPath } from './start-node.ts';

const types: NodeTypeLookup = {
  description: (type) =>
    type === 'acme.poll'
      ? ({ group: ['schedule'] } as unknown as NodeDescription)
      : type === 'acme.set'
        ? ({ group: ['transform'] } as unknown as NodeDescription)
        : undefined,
};

/** Builds a graph: nodes as `name:type`, with a minus if disabled; connections as `A>B`. */
function graphOf(nodes: string, connections = ''): WorkflowGraph {
  const list = nodes.split(' ').map((text): WorkflowNode => {
    const [name = '', type = 'acme.set'] = text.replace(/^-/, '').split(':');
    const full = type.includes('.') ? type : `n8n-nodes-base.${type}`;
    return { name, type: full, typeVersion: 1, position: [0, 0], parameters: {}, ...(text.startsWith('-') ? { disabled: true } : {}) };
  });
  const bySource: Record<string, { main: { node: string; type: string; index: number }[][] }> = {};
  for (const [source = '', node = ''] of connections
    .split(' ')
    .filter(Boolean)
    .map((text) => text.split('>'))) {
    (bySource[source] ??= { main: [[]] }).main[0]?.push({ node, type: 'main', index: 0 });
  }
  return new WorkflowGraph({ nodes: list, connections: bySource });
}

describe('findStartNode', () => {
  it.each<[name: string, nodes: string, connections: string, options: Parameters<typeof findStartNode>[2], expected: string | undefined]>([
    ['the only node', 'A', '', {}, 'A'],
    ['none if all nodes are disabled or notes', '-A N:stickyNote', '', {}, undefined],
    ['the manual trigger before others', 'W:webhook M:manualTrigger A', 'W>A M>A', {}, 'M'],
    ['the old start node', 'W:webhook S:start A', 'W>A S>A', {}, 'S'],
    ['any other trigger', 'A P:acme.poll', 'P>A', {}, 'P'],
    ['a trigger of an unknown package', 'A P:acme.mailTrigger', 'P>A', {}, 'P'],
    ['an error trigger last', 'E:errorTrigger W:webhook A', 'E>A W>A', {}, 'W'],
    ['an error trigger rather than none', 'E:errorTrigger A', 'E>A', {}, 'E'],
    ['not a disabled trigger', '-M:manualTrigger W:webhook', '', {}, 'W'],
    ['the trigger of the destination', 'M:manualTrigger W:webhook A B', 'M>A W>B', { destination: 'B' }, 'W'],
    ['the highest node of the destination', 'A B C D', 'A>B C>D', { destination: 'D' }, 'C'],
    ['the destination itself if nothing is above it', 'A B', '', { destination: 'B' }, 'B'],
    ['none for a missing destination', 'A B', '', { destination: 'Z' }, undefined],
    ['the first node with nothing above it and something below', 'X B A', 'A>B', {}, 'A'],
    ['the first node of a workflow that is only a loop', 'A B', 'A>B B>A', {}, 'A'],
    ['the trigger for calls by another workflow', 'M:manualTrigger C:executeWorkflowTrigger A', 'M>A C>A', { mode: 'integrated' }, 'C'],
    ['the error trigger for error workflows', 'M:manualTrigger E:errorTrigger A', 'M>A E>A', { mode: 'error' }, 'E'],
    ['the evaluation trigger', 'M:manualTrigger E:evaluationTrigger A', 'M>A E>A', { mode: 'evaluation' }, 'E'],
    ['like a manual run in a mode without triggers of its own', 'W:webhook M:manualTrigger A', 'M>A', { mode: 'cli' }, 'M'],
  ])('%s', (_name, nodes, connections, options, expected) => {
    expect(findStartNode(graphOf(nodes, connections), types, options)?.name).toBe(expected);
  });

  it('defaults to a manual run', () => {
    expect(findStartNode(graphOf('W:webhook M:manualTrigger'), types)?.name).toBe('M');
  });
});

describe('triggers', () => {
  it('are recognized by the groups of their description', () => {
    expect([['trigger', 'output'], ['schedule'], ['transform']].map((group) => isTriggerDescription({ group }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['acme.poll', true],
    ['acme.set', false],
    ['n8n-nodes-base.cron', true],
    ['acme.mailTrigger', true],
    ['acme.triggerHappy', false],
  ])('%s: %s', (type, expected) => {
    expect(isTriggerNode({ type, typeVersion: 1 }, types)).toBe(expected);
  });
});

it.each<[type: string, isDisabled: boolean, expected: boolean]>([
  ['@n8n/n8n-nodes-langchain.chatTrigger', false, true],
  ['@n8n/n8n-nodes-langchain.manualChatTrigger', false, true],
  ['n8n-nodes-acme.chatTrigger', false, true],
  ['n8n-nodes-acme.chatTrigger', true, false],
  ['n8n-nodes-acme.videoChatTrigger', false, false],
  ['n8n-nodes-acme.chat', false, false],
])('messages start %s (disabled: %s): %s', (type, disabled, expected) => {
  const node = { name: 'A', type, typeVersion: 1, position: [0, 0] as [number, number], parameters: {}, disabled };
  expect(chatTriggerOf([{ ...node, name: 'B', type: 'n8n-nodes-base.set' }, node])).toBe(expected ? node : undefined);
});

it.each<[webhookId: string | undefined, path: string, isFullPath: boolean, isResume: boolean, expected: string]>([
  ['id-1', 'orders', false, false, 'id-1/orders'],
  ['id-1', 'orders', true, false, 'orders'],
  ['id-1', '', true, false, 'id-1'],
  [undefined, 'orders', true, false, 'w1/my%20hook%2F1/orders'],
  ['id-1', 'waiting', false, true, 'waiting'],
])('webhook id %s, path %j, full %s, resume %s', (webhookId, path, isFullPath, isResume, expected) => {
  expect(webhookPath('w1', { name: 'My Hook/1', webhookId }, path, isFullPath, isResume)).toBe(expected);
});

it('starts with the webhook id by default', () => {
  expect(webhookPath('w1', { name: 'Hook', webhookId: 'id' }, 'a')).toBe('id/a');
});
