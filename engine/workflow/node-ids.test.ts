import { expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { openWorkflow } from './import.ts';
import { withIds } from './node-ids.ts';

let made = 0;
const newId = (): string => `new-${++made}`;
const file = (ids: readonly unknown[]): WorkflowFile =>
  openWorkflow({ nodes: ids.map((id, index) => ({ id, name: `N${index}`, type: 'n8n-nodes-base.noOp' })), connections: {} });

it('gives new ids to nodes without one, with null, with an empty one and with one that is taken', () => {
  made = 0;
  const ids = withIds(file(['a', undefined, null, null, '', 'a', { x: 1 }, 7, '7']), newId).nodes.map(({ id }) => id);
  expect(ids).toEqual(['a', 'new-1', 'new-2', 'new-3', 'new-4', 'new-5', 'new-6', '7', 'new-7']);
});

it('leaves a workflow alone in which every node has an id of its own', () => {
  const whole = file(['a', 'b']);
  expect(withIds(whole, newId)).toBe(whole);
});
