// Types that workflows use: variants for agents, attached nodes, and workflows in parameters.
import { expect, it } from 'vitest';
import type { WorkflowNode } from '../contract/workflow.ts';
import { calledIds, usedTypes, usesTypes, withContainedNodes } from './used-types.ts';

const node = (type: string, parameters: object = {}): WorkflowNode =>
  ({ id: type, name: type, type, typeVersion: 1, position: [0, 0], parameters }) as WorkflowNode;
const inner = (...nodes: readonly WorkflowNode[]): object => ({ nodes, connections: {} });

it.each<[string, WorkflowNode, readonly string[]]>([
  ['a node', node('p.a'), ['p.a']],
  ['a variant for agents', node('p.postgresTool'), ['p.postgresTool', 'p.postgres']],
  ['a disabled node', { ...node('p.a'), disabled: true }, ['p.a']],
  ['JSON in a parameter', node('o.call', { workflowJson: JSON.stringify(inner(node('p.aTool'))) }), ['o.call', 'p.aTool', 'p.a']],
  ['JSON in an expression', node('o.call', { workflowJson: `=${JSON.stringify(inner(node('p.a')))}` }), ['o.call', 'p.a']],
  ['an object in a parameter', node('o.call', { options: { list: [inner(node('p.a'))] } }), ['o.call', 'p.a']],
  [
    'JSON in JSON',
    node('o.call', { workflowJson: JSON.stringify(inner(node('o.call', { workflowJson: JSON.stringify(inner(node('p.a'))) }))) }),
    ['o.call', 'p.a'],
  ],
  ['text that is no workflow', node('o.a', { text: '{"nodes": [', more: '{"nodes": 1}', last: '{"nodes":[{"type":1},null]}' }), ['o.a']],
  ['hostile names', node('__proto__', { ['__proto__']: { nodes: 'x' }, constructor: null }), ['__proto__']],
])('of %s', (_, nodes, expected) => {
  expect([...usedTypes(inner(nodes) as { nodes: readonly WorkflowNode[] })].toSorted()).toEqual(expected.toSorted());
});

it('answers for a set of types', () => {
  const file = { nodes: [node('p.postgresTool')] };
  expect(usesTypes(file, new Set(['p.postgres', 'p.b']))).toBe(true);
  expect(usesTypes(file, new Set(['p.b']))).toBe(false);
});

it('parameters may be nested deeply', () => {
  let parameters: object = inner(node('p.a'));
  for (let depth = 0; depth < 100_000; depth++) parameters = { a: parameters };
  expect(withContainedNodes([node('o.a', parameters)]).map(({ type }) => type)).toEqual(['o.a', 'p.a']);
});

it('knows which workflows are called', () => {
  const chosen = (workflowId: unknown): WorkflowNode => node('o.call', { workflowId });
  const nodes = [
    chosen('1'),
    chosen({ __rl: true, mode: 'list', value: '2' }),
    chosen('={{ $json.id }}'),
    chosen({ value: { a: 1 } }),
    node('o.call', { workflowJson: JSON.stringify(inner(chosen('__proto__'))) }),
  ];
  expect([...calledIds({ nodes, settings: { errorWorkflow: '3' } })].toSorted()).toEqual(['1', '2', '3', '__proto__']);
  expect([...calledIds({ nodes: [] })]).toEqual([]);
});
