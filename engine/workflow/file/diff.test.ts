// Differences between two versions of a workflow.
import { describe, expect, it } from 'vitest';
import { parseExactly } from '../../contract/exact-numbers.ts';
import type { Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { compareWorkflows, type WorkflowDiff } from './diff.ts';
import { valueChanges } from './value-changes.ts';

const to = (node: string, index = 0): { node: string; type: string; index: number } => ({ node, type: 'main', index });
const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const file = (nodes: readonly WorkflowNode[], more: Partial<WorkflowFile> = {}): WorkflowFile => ({
  nodes: [...nodes],
  connections: {},
  ...more,
});
const statuses = ({ nodes }: WorkflowDiff): string[] => nodes.map(({ status, before, after }) => `${(after ?? before)?.name} ${status}`);

describe('nodes', () => {
  it('are added, removed, changed, moved or the same', () => {
    const before = [node('A'), node('B'), node('C'), node('D')];
    const after = [node('C', { parameters: { x: 1 } }), node('A', { disabled: true }), node('D', { position: [5, 5] }), node('E')];
    const diff = compareWorkflows(file(before), file(after));
    expect(statuses(diff)).toEqual(['C changed', 'A changed', 'D moved', 'E added', 'B removed']);
    expect(diff.isSame).toBe(false);
  });

  it('are matched by id, otherwise by name and type', () => {
    const before = [node('A'), node('B', { id: undefined }), node('C'), node('D', { type: 'old' })];
    const after = [
      node('Renamed', { id: 'A' }),
      node('B', { id: undefined }),
      node('C', { id: 'other' }),
      node('D', { id: 'x', type: 'new' }),
    ];
    expect(statuses(compareWorkflows(file(before), file(after)))).toEqual(['Renamed changed', 'B same', 'C same', 'D added', 'D removed']);
  });

  it('with the same id in one file are each compared once', () => {
    const before = [node('A'), node('B', { id: 'A' })];
    expect(statuses(compareWorkflows(file(before), file(before)))).toEqual(['A same', 'B same']);
  });

  it('have the values that differ', () => {
    const before = node('A', { parameters: { url: 'a', options: { list: [1, 2], gone: true } } });
    const after = node('A', { name: 'B', parameters: { url: 'b', options: { list: [1, 3, 4] } } });
    expect(compareWorkflows(file([before]), file([after])).nodes[0]?.changes).toEqual([
      { path: ['name'], before: 'A', after: 'B' },
      { path: ['parameters', 'url'], before: 'a', after: 'b' },
      { path: ['parameters', 'options', 'list', 1], before: 2, after: 3 },
      { path: ['parameters', 'options', 'list', 2], after: 4 },
      { path: ['parameters', 'options', 'gone'], before: true },
    ]);
  });
});

describe('connections', () => {
  const wires = (before: unknown, after: unknown, nodes = [node('A'), node('B'), node('C')]): string[] =>
    compareWorkflows(file(nodes, { connections: before as Connections }), file(nodes, { connections: after as Connections })).wires.map(
      ({ kind, edge }) => `${kind} ${edge.source}.${edge.type}[${edge.sourceOutput}] > ${edge.target}[${edge.targetInput}]`,
    );
  it.each<[name: string, before: unknown, after: unknown, changes: string[]]>([
    ['nothing', {}, {}, []],
    ['one more', { A: { main: [[to('B')]] } }, { A: { main: [[to('B'), to('C')]] } }, ['added A.main[0] > C[0]']],
    ['one less', { A: { main: [[], [to('B')]] } }, {}, ['removed A.main[1] > B[0]']],
    ['another order', { A: { main: [[to('B'), to('C')]] } }, { A: { main: [[to('C'), to('B')]] } }, []],
    [
      'another input',
      { A: { main: [[to('B')]] } },
      { A: { main: [[to('B', 1)]] } },
      ['added A.main[0] > B[1]', 'removed A.main[0] > B[0]'],
    ],
    [
      'another type',
      { A: { main: [[to('B')]] } },
      { A: { ai_tool: [[to('B')]] } },
      ['added A.ai_tool[0] > B[0]', 'removed A.main[0] > B[0]'],
    ],
    ['an empty output and none', { A: { main: [[]] } }, { A: { main: [null] }, B: null }, []],
    ['to a node that does not exist', {}, { A: { main: [[to('Nowhere')]] } }, ['added A.main[0] > Nowhere[0]']],
  ])('%s', (_name, before, after, changes) => {
    expect(wires(before, after)).toEqual(changes);
  });

  it('treats __proto__ as a name', () => {
    const after = JSON.parse('{"__proto__": {"main": [[{"node": "B", "type": "main", "index": 0}]]}}') as Connections;
    const nodes = [node('__proto__'), node('B')];
    expect(wires({}, after, nodes)).toEqual(['added __proto__.main[0] > B[0]']);
    expect(wires(after, after, nodes)).toEqual([]);
  });

  it('of a renamed node stay the same', () => {
    const before = file([node('A'), node('B')], { connections: { A: { main: [[to('B')]] } } });
    const after = file([node('Renamed', { id: 'A' }), node('B')], { connections: { Renamed: { main: [[to('B')]] } } });
    expect(compareWorkflows(before, after).wires).toEqual([]);
  });

  it('of a node that took the name of a removed one are new', () => {
    const before = file([node('A'), node('B')], { connections: { A: { main: [[to('B')]] } } });
    const after = file([node('A', { id: 'x', type: 'u' }), node('B')], { connections: { A: { main: [[to('B')]] } } });
    expect(compareWorkflows(before, after).wires.map(({ kind }) => kind)).toEqual(['added', 'removed']);
  });
});

describe('other parts', () => {
  const base = file([node('A'), node('B')], { settings: { executionOrder: 'v1' }, name: 'One', pinData: { A: [{ json: {} }] } });
  it.each<[name: string, change: Partial<WorkflowFile> & Record<string, unknown>, expected: Partial<WorkflowDiff>]>([
    ['none', {}, { isSame: true }],
    ['positions only', { nodes: [node('A', { position: [9, 9] }), node('B')] }, { isSame: true }],
    ['what is not part of a version', { active: true, id: 'x', staticData: {}, tags: [], meta: { instanceId: 'x' } }, { isSame: true }],
    [
      'settings',
      { settings: { timezone: 'UTC', executionOrder: 'v1' } },
      { settings: [{ path: ['timezone'], after: 'UTC' }], isSame: false },
    ],
    ['the name', { name: 'Two' }, { fields: [{ path: ['name'], before: 'One', after: 'Two' }] }],
    ['an unknown field', { extra: { deep: 1 } }, { fields: [{ path: ['extra'], after: { deep: 1 } }] }],
    ['other pinned data', { pinData: { A: [{ json: { x: 1 } }] } }, { pinned: [{ kind: 'changed', node: 'A' }] }],
    [
      'pinned data elsewhere',
      { pinData: { B: [] } },
      {
        pinned: [
          { kind: 'added', node: 'B' },
          { kind: 'removed', node: 'A' },
        ],
      },
    ],
    ['no pinned data', { pinData: null }, { pinned: [{ kind: 'removed', node: 'A' }] }],
    ['pinned data of a renamed node', { nodes: [node('C', { id: 'A' }), node('B')], pinData: { C: [{ json: {} }] } }, { pinned: [] }],
  ])('%s', (_name, change, expected) => {
    expect(compareWorkflows(base, { ...base, ...change })).toMatchObject(expected);
  });
});

describe('valueChanges', () => {
  it('compares numbers by all their digits', () => {
    const [before, after] = ['{"id": 9007199254740993}', '{"id": 9007199254740992}'].map((text) => parseExactly(text) as object);
    expect(valueChanges(before as object, after as object)).toHaveLength(1);
    expect(valueChanges(before as object, before as object)).toEqual([]);
  });

  it('treats __proto__ as a key', () => {
    expect(valueChanges({}, JSON.parse('{"__proto__": 1}') as object)).toEqual([{ path: ['__proto__'], after: 1 }]);
  });

  it('lists a value whose kind has changed as a whole', () => {
    expect(valueChanges({ a: [1] }, { a: { b: 1 } })).toEqual([{ path: ['a'], before: [1], after: { b: 1 } }]);
  });

  it('does not overflow with deeply nested values', () => {
    const nested = (depth: number, end: unknown): object => ({ a: depth === 0 ? end : nested(depth - 1, end) });
    expect(valueChanges(nested(500, 1), nested(500, 2))).toHaveLength(1);
  });
});
