import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { openWorkflow } from '../file/import.ts';
import { withIds } from './node-ids.ts';

let made = 0;
const newId = (): string => `new-${++made}`;
const file = (ids: readonly unknown[]): WorkflowFile =>
  openWorkflow({ nodes: ids.map((id, index) => ({ id, name: `N${index}`, type: 'n8n-nodes-base.noOp' })), connections: {} });

it('assigns ids to nodes whose id is missing, null, empty or taken', () => {
  made = 0;
  const ids = withIds(file(['a', undefined, null, null, '', 'a', { x: 1 }, 7, '7']), newId).nodes.map(({ id }) => id);
  expect(ids).toEqual(['a', 'new-1', 'new-2', 'new-3', 'new-4', 'new-5', 'new-6', '7', 'new-7']);
});

it('returns a workflow with unique ids unchanged', () => {
  const whole = file(['a', 'b']);
  expect(withIds(whole, newId)).toBe(whole);
});
