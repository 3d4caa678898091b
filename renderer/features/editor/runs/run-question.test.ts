// The preview of a run: which nodes run, which are reused, and where their data comes from.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { namesText, planLines } from './run-plan-note.tsx';
import { planView } from './run-question.ts';
import { isReadyFor } from './run-slice.ts';

const node = (name: string, type = 'set', more: object = {}): WorkflowFile['nodes'][number] => ({
  id: name.toLowerCase(),
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const to = (target: string): WorkflowFile['connections'][string] => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
const chain: WorkflowFile = {
  nodes: [node('T', 'manualTrigger'), node('A'), node('B'), node('C')],
  connections: { T: to('A'), A: to('B'), B: to('C') },
};
const hooked: WorkflowFile = { nodes: [node('Hook', 'webhook'), node('A')], connections: { Hook: to('A') } };
const types = {
  description: (name: string): NodeDescription | undefined =>
    name === 'n8n-nodes-base.webhook' ? ({ group: ['trigger'], webhooks: [{}] } as unknown as NodeDescription) : undefined,
};

const ran = (before?: string): TaskData[] => [
  {
    startTime: 1,
    executionTime: 1,
    executionIndex: 0,
    executionStatus: 'success',
    source: before === undefined ? [] : [{ previousNode: before }],
    data: { main: [[{ json: {} }]] },
  },
];
const all: RunData = { T: ran(), A: ran('T'), B: ran('A'), C: ran('B') };
const changedB: WorkflowFile = {
  ...chain,
  nodes: chain.nodes.map((each) => (each.name === 'B' ? { ...each, parameters: { n: 1 } } : each)),
};
/** Run data of a run in which A was pinned to this value. */
const byPin = (json: JsonObject): RunData => {
  const task = ran('T')[0] as TaskData;
  return { A: [{ ...task, source: [], isPinned: true, data: { main: [[{ json }]] } }], B: ran('A'), C: ran('B') };
};
const pinned: WorkflowFile = { ...chain, pinData: { A: [{ json: {} }] } };

describe('the preview of a run', () => {
  it.each<[string, WorkflowFile, RunData, string | undefined, readonly string[], Readonly<Record<string, string>>]>([
    ['all, without a node to run up to', chain, all, undefined, ['t', 'a', 'b', 'c'], {}],
    ['all nodes before one that never ran', chain, {}, 'b', ['t', 'a', 'b'], {}],
    ['only the node, with the last results of the previous one', chain, all, 'c', ['c'], { b: 'run' }],
    ['a changed node with it', changedB, all, 'c', ['b', 'c'], { a: 'run' }],
    ['pinned nodes, and later ones whose results were made without the pin', pinned, all, 'c', ['b', 'c'], { a: 'pin' }],
    ['pinned nodes, with results made with the pin', pinned, byPin({}), 'c', ['c'], { b: 'run' }],
    ['nodes after an edited pin', pinned, byPin({ edited: true }), 'c', ['b', 'c'], { a: 'pin' }],
    ['a node whose pin was removed, and later ones', chain, byPin({}), 'c', ['t', 'a', 'b', 'c'], {}],
    ['pinned data at the start if nothing ran', pinned, {}, 'b', ['t', 'b'], { a: 'pin' }],
    ['a pinned node itself as one that runs: it is unpinned first', pinned, all, 'a', ['a'], { t: 'run' }],
  ])('%s', (_name, workflow, runData, destination, runs, gives) => {
    const plan = planView(workflow, types, { runData, startedWith: chain, origins: {} }, destination);
    expect([...plan.runs].sort()).toEqual([...runs].sort());
    expect(Object.fromEntries(plan.gives)).toEqual(gives);
  });

  it('shows that a webhook waits for its call, unless it is pinned', () => {
    expect(planView(hooked, types, { runData: {}, origins: {} }).waitsFor).toBe('Hook');
    expect(planView({ ...hooked, pinData: { Hook: [{ json: {} }] } }, types, { runData: {}, origins: {} }).waitsFor).toBeUndefined();
  });

  it('has a short text', () => {
    const t = (key: string, values: object): string => `${key} ${JSON.stringify(values)}`;
    const plan = planView(chain, types, { runData: all, startedWith: chain, origins: {} }, 'c');
    expect(planLines(plan, t).map(({ text }) => text)).toEqual([
      'run.plan.runs {"count":1,"names":"C"}',
      'run.plan.run {"count":1,"names":"B"}',
    ]);
    expect(planLines(planView({ nodes: [], connections: {} }, types, { runData: {}, origins: {} }), t).map(({ text }) => text)).toEqual([
      'run.plan.noStart {}',
    ]);
    expect(namesText(['1', '2', '3', '4', '5', '6'], t)).toBe('run.plan.more {"names":"1, 2, 3, 4","count":2}');
  });
});

describe('events of executions', () => {
  const event = { type: 'nodeExecuteBefore', executionId: 'e', nodeName: 'A', startTime: 1, source: [] } as const;

  it('wait until the id of the started run is known', () => {
    expect(isReadyFor({ status: 'starting' }, event)).toBe(false);
    expect(isReadyFor({ status: 'starting' }, { type: 'reloadNodeType', name: 'x', version: 1 } as never)).toBe(true);
    for (const status of ['idle', 'running', 'waitingForEvent'] as const) expect(isReadyFor({ status }, event)).toBe(true);
  });
});
