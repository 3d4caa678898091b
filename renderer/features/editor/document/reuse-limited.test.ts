// Surplus nodes of a limited type: their connections move to the existing node.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { reuseLimited } from './reuse-limited.ts';

const node = (name: string, type = 'set'): WorkflowFile['nodes'][number] => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
});
const to = (...names: readonly string[]) => ({ main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] });
const one = ({ type }: { readonly type: string }): number | undefined => (type === 'trigger' ? 1 : undefined);

const file: WorkflowFile = {
  nodes: [node('Start', 'trigger'), node('A'), node('Second', 'trigger'), node('B')],
  connections: { Start: to('A'), Second: to('B', 'gone') },
  pinData: { Second: [{ json: {} }], A: [{ json: {} }] },
};

it('moves connections to the existing node', () => {
  const { file: next, reused } = reuseLimited(file, new Set(['Second', 'B']), one);
  expect(reused).toEqual([{ name: 'Second', by: 'Start' }]);
  expect(next.nodes.map(({ name }) => name)).toEqual(['Start', 'A', 'B']);
  expect(next.connections).toEqual({ Start: to('A', 'B') });
  expect(next.pinData).toEqual({ A: [{ json: {} }] });
});

it('leaves existing nodes unchanged', () => {
  const { file: next, reused } = reuseLimited(file, new Set(['B']), one);
  expect(reused).toEqual([]);
  expect(next).toBe(file);
});

it('moves connections between two surplus nodes', () => {
  const many = { ...file, nodes: [...file.nodes, node('Third', 'trigger')], connections: { Second: to('Third', 'B'), A: to('Third') } };
  const { file: next, reused } = reuseLimited(many, new Set(['Second', 'Third']), one);
  expect(reused).toEqual([
    { name: 'Second', by: 'Start' },
    { name: 'Third', by: 'Start' },
  ]);
  expect(next.connections).toEqual({ Start: to('Start', 'B'), A: to('Start') });
});
