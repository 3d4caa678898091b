// Which of several triggers starts a manual run.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { chosenTrigger, startingTriggers } from './starting-trigger.ts';

const types = { description: () => undefined };
const node = (name: string, type: string, more: object = {}): WorkflowFile['nodes'][number] => ({
  id: name.toLowerCase(),
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const to = (target: string): WorkflowFile['connections'][string] => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
const workflow: WorkflowFile = {
  nodes: [
    node('Hook', 'webhook'),
    node('Manual', 'manualTrigger'),
    node('Timer', 'scheduleTrigger', { disabled: true }),
    node('A', 'set'),
    node('B', 'set'),
  ],
  connections: { Hook: to('A'), Manual: to('A'), Timer: to('B') },
};

it('offers the enabled triggers that lead to the destination', () => {
  const names = (destination?: string): string[] => startingTriggers(workflow, types, destination).map(({ name }) => name);
  expect([names(), names('A'), names('B'), names('Hook')]).toEqual([['Hook', 'Manual'], ['Hook', 'Manual'], [], ['Hook']]);
});

it.each<[string, { chosen?: string; destination?: string }, string | undefined]>([
  ['the best one as long as none was chosen', {}, 'Manual'],
  ['the chosen one', { chosen: 'hook' }, 'Hook'],
  ['the chosen one before a node that it leads to', { chosen: 'hook', destination: 'A' }, 'Hook'],
  ['the best one if the chosen one is disabled or gone', { chosen: 'timer' }, 'Manual'],
  ['none where there is no choice', { chosen: 'hook', destination: 'Manual' }, undefined],
])('takes %s', (_name, choice, expected) => {
  expect(chosenTrigger(workflow, types, choice)?.name).toBe(expected);
});
