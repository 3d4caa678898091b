// Workflow operations, undo and redo, and the layout.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { renameNode } from '../../../../engine/workflow/references/rename.ts';
import { uniqueNames } from '../../../../engine/workflow/references/node-names.ts';
import { changed, newHistory, redone, undone } from './history.ts';
import {
  addCopies,
  connect,
  disconnect,
  edgeBetween,
  extract,
  insertIntoEdge,
  moveNodes,
  nodeById,
  removeAll,
  removeNodes,
  rename,
  setParameters,
  setPin,
  toggleDisabled,
  withDefaultName,
} from './operations.ts';
import { edgeId } from './edge-ids.ts';
import { tidyUp } from './tidy-up.ts';

const node = (name: string, x = 0, y = 0, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name.toLowerCase(),
  name,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [x, y],
  parameters: {},
  ...more,
});
const to = (...names: string[]) => ({ main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] });
const chain: WorkflowFile = { name: 'Chain', nodes: [node('A'), node('B', 200), node('C', 400)], connections: { A: to('B'), B: to('C') } };
const output = (id: string, index = 0) => ({ node: id, side: 'output', index, type: 'main' }) as const;
const input = (id: string, index = 0) => ({ node: id, side: 'input', index, type: 'main' }) as const;
let count = 0;
const newId = (): string => `new-${++count}`;

describe('the history', () => {
  const withName = (name: string): WorkflowFile => ({ ...chain, name });

  it('undoes and redoes, and drops the redo steps after a new change', () => {
    const done = changed(changed(newHistory(chain), withName('1'), 'rename'), withName('2'), 'rename');
    expect(undone(done).present.name).toBe('1');
    expect(undone(undone(done)).present).toBe(chain);
    expect(undone(undone(undone(done))).present).toBe(chain);
    expect(redone(undone(done)).present.name).toBe('2');
    expect(redone(changed(undone(done), withName('3'), 'rename')).present.name).toBe('3');
  });

  it('merges changes with the same key, and ignores unrecorded ones', () => {
    let history = newHistory(chain);
    for (const name of ['a', 'ab', 'abc']) history = changed(history, withName(name), 'type', { merge: 'note 1' });
    expect(history.past).toHaveLength(1);
    history = changed(history, withName('other'), 'type', { merge: 'note 2' });
    expect(history.past).toHaveLength(2);
    expect(changed(history, withName('quiet'), 'x', 'ignore').past).toHaveLength(2);
    expect(changed(history, history.present, 'x')).toBe(history);
  });

  it('has no step for merged changes that end where they began', () => {
    const started = changed(newHistory(chain), withName('a'), 'type', { merge: 'note' });
    const ended = changed(started, structuredClone(chain), 'type', { merge: 'note' });
    expect(ended.past).toEqual([]);
    expect(ended.present).toBe(chain);
    expect(changed(ended, withName('b'), 'type', { merge: 'note' }).past).toHaveLength(1);
  });
});

describe('operations', () => {
  it('connect in either direction, once, and not two ports of the same side', () => {
    const loose = { ...chain, connections: {} };
    const connected = connect(loose, output('a'), input('b'));
    expect(connected.connections).toEqual({ A: to('B') });
    expect(connect(loose, input('b'), output('a')).connections).toEqual({ A: to('B') });
    expect(connect(connected, output('a'), input('b'))).toBe(connected);
    expect(edgeBetween(loose, output('a'), output('b'))).toBeUndefined();
    expect(edgeBetween(loose, output('a'), { ...input('b'), type: 'ai_tool' })).toBeUndefined();
  });

  describe('that change the action of a node', () => {
    const option = (value: string, action: string): object => ({ name: value, value, action });
    const sheets = {
      name: 'sheets',
      displayName: 'Sheets',
      description: '',
      defaults: { name: 'Sheets' },
      inputs: ['main'],
      outputs: ['main'],
      version: 1,
      group: [],
      properties: [
        { displayName: 'Resource', name: 'resource', type: 'options', default: 'row', options: [option('row', '')] },
        {
          displayName: 'Operation',
          name: 'operation',
          type: 'options',
          default: 'get',
          options: [option('get', 'Get a row'), option('add', 'Add a row')],
        },
      ],
    } as unknown as NodeDescription;
    const called = (name: string): WorkflowFile => ({
      name: 'W',
      nodes: [node(name, 0, 0, { id: 's', type: 'sheets' }), node('B'), node('Add a row', 0, 0, { id: 'other' })],
      connections: { [name]: to('B') },
    });
    const adding = (file: WorkflowFile): WorkflowFile => setParameters(file, 's', { operation: 'add' });

    it.each([
      ['Get a row', 'Add a row1'],
      ['Get a row7', 'Add a row1'],
      ['Get a row of mine', 'Get a row of mine'],
      ['Orders', 'Orders'],
    ])('name "%s" "%s"', (before, after) => {
      const file = called(before);
      const changed = withDefaultName(adding(file), 's', file, sheets);
      expect(nodeById(changed, 's')?.name).toBe(after);
      expect(changed.connections).toEqual({ [after]: to('B') });
    });

    it('keep the name if the action stays', () => {
      const file = called('Get a row');
      const changed = setParameters(file, 's', { operation: 'get', range: 'A1' });
      expect(withDefaultName(changed, 's', file, sheets)).toBe(changed);
      expect(withDefaultName(changed, 'gone', file, sheets)).toBe(changed);
    });
  });

  it('remove a connection by its id', () => {
    const edge = edgeBetween(chain, output('a'), input('b'));
    expect(disconnect(chain, edgeId(chain, edge as NonNullable<typeof edge>)).connections).toEqual({ B: to('C') });
    expect(disconnect(chain, 'unknown')).toBe(chain);
  });

  it('remove nodes and connections at once', () => {
    const edge = edgeBetween(chain, output('a'), input('b')) as NonNullable<ReturnType<typeof edgeBetween>>;
    expect(removeAll(chain, ['c'], [edgeId(chain, edge), 'unknown'])).toMatchObject({
      nodes: [{ name: 'A' }, { name: 'B' }],
      connections: {},
    });
    expect(removeAll(chain, [], [])).toBe(chain);
  });

  it('insert a node into a connection', () => {
    const wider = { ...chain, nodes: [...chain.nodes, node('New', 300)] };
    const edge = edgeBetween(chain, output('a'), input('b'));
    const inserted = insertIntoEdge(wider, edgeId(wider, edge as NonNullable<typeof edge>), node('New'));
    expect(inserted.connections).toEqual({ A: to('New'), New: to('B'), B: to('C') });
  });

  it('reconnect the neighbors of a removed node', () => {
    expect(removeNodes(chain, ['b'])).toMatchObject({ nodes: [{ name: 'A' }, { name: 'C' }], connections: { A: to('C') } });
    expect(removeNodes(chain, ['a', 'b', 'a', 'nobody'])).toMatchObject({ nodes: [{ name: 'C' }], connections: {} });
    expect(removeNodes(chain, ['nobody'])).toBe(chain);
  });

  it('disable all, and enable them only if all are disabled', () => {
    const mixed = toggleDisabled(chain, ['a']);
    expect(nodeById(mixed, 'a')?.disabled).toBe(true);
    expect(toggleDisabled(mixed, ['a', 'b']).nodes.map(({ disabled }) => disabled)).toEqual([true, true, undefined]);
    expect(toggleDisabled(toggleDisabled(chain, ['a', 'b']), ['a', 'b']).nodes.some((each) => 'disabled' in each)).toBe(false);
  });

  it('keep nodes that did not move', () => {
    expect(moveNodes(chain, new Map([['a', { x: 0, y: 0 }]]))).toBe(chain);
    const moved = moveNodes(chain, new Map([['a', { x: 20, y: 40 }]]));
    expect([moved.nodes[0]?.position, moved.nodes[1]]).toEqual([[20, 40], chain.nodes[1]]);
    expect(moved.nodes[1]).toBe(chain.nodes[1]);
  });

  it('rename with all references, and reject invalid names', () => {
    const file = {
      ...chain,
      nodes: [node('A'), node('B', 0, 0, { parameters: { value: "={{ $('A').item.json.x }}" } })],
      connections: { A: to('B') },
    };
    expect(rename(file, 'a', 'First')).toMatchObject({
      nodes: [{ name: 'First' }, { parameters: { value: "={{ $('First').item.json.x }}" } }],
      connections: { First: to('B') },
    });
    expect(() => rename(file, 'a', '  ')).toThrow();
  });

  it('copy with new ids, unique names and the connections between them, even if names swap', () => {
    const part = extract(setPin(chain, 'a', [{ json: { n: 1 } }]), ['a', 'b']);
    expect(part).toMatchObject({ connections: { A: to('B') }, pinData: { A: [{ json: { n: 1 } }] } });
    const { file, ids } = addCopies(chain, part, { x: 100, y: 500 }, newId);
    expect(file.nodes.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'A1', 'B1']);
    expect(file.connections['A1']).toEqual(to('B1'));
    expect(file.pinData).toMatchObject({ A1: [{ json: { n: 1 } }] });
    expect(file.nodes.slice(3).map(({ id, position }) => [id, position])).toEqual([
      [ids[0], [100, 500]],
      [ids[1], [300, 500]],
    ]);
    const again = addCopies(file, extract(file, ids), undefined, newId);
    expect(again.file.nodes.slice(5).map(({ name }) => name)).toEqual(['A2', 'B2']);
  });

  it('treat names such as `__proto__` as plain names', () => {
    const hostile = {
      ...chain,
      nodes: [node('__proto__'), node('constructor', 200)],
      connections: JSON.parse('{"__proto__":{"main":[[{"node":"constructor","type":"main","index":0}]]}}') as WorkflowFile['connections'],
    };
    const { file } = addCopies(chain, extract(hostile, ['__proto__', 'constructor']), undefined, newId);
    expect(file.nodes).toHaveLength(5);
    expect(({} as Record<string, unknown>)['main']).toBeUndefined();
  });
});

describe('copies of many nodes', () => {
  const uses = (name: string, of: string): WorkflowNode => node(name, 0, 0, { parameters: { value: `={{ $('${of}').item.json.x }}` } });

  it('refer to each other by their new names, and leave the other nodes unchanged', () => {
    const copied = {
      nodes: [uses('A', 'B'), uses('A1', 'A'), uses(' B ', 'A1'), uses('toString', 'C')],
      connections: { A: to('A1'), C: to('A') },
      pinData: { A1: [{ json: {} }], C: [{ json: {} }] },
    };
    const { file } = addCopies(chain, copied, undefined, newId);
    expect(file.nodes.slice(3).map(({ name, parameters }) => [name, parameters['value']])).toEqual([
      ['A1', "={{ $('B').item.json.x }}"],
      ['A2', "={{ $('A1').item.json.x }}"],
      ['B1', "={{ $('A2').item.json.x }}"],
      ['Node', "={{ $('C').item.json.x }}"],
    ]);
    expect(file.connections).toEqual({ ...chain.connections, A1: to('A2') });
    expect(file.pinData).toEqual({ A2: [{ json: {} }] });
  });

  it('are named as by successive renames', () => {
    const names = Array.from({ length: 30 }, (_, index) =>
      index < 10 ? `A${index}` : index < 20 ? `Node ${index}` : `B ${index % 3}${index}`,
    );
    const copied = {
      nodes: names.map((name, index) => uses(name, names[(index * 7 + 3) % names.length] ?? name)),
      connections: Object.fromEntries(names.map((name, index) => [name, to(names[(index * 11 + 1) % names.length] ?? name)])),
    };
    const there = { nodes: names.slice(5, 25).map((name) => node(name)), connections: {} };
    const expected = uniqueNames(
      names,
      there.nodes.map(({ name }) => name),
    );
    let single: WorkflowFile = copied;
    names.forEach((name, index) => (single = renameNode(single, name, `between ${index}`).file));
    expected.forEach((name, index) => (single = renameNode(single, `between ${index}`, name).file));
    const { file } = addCopies(there, copied, undefined, newId);
    const added = file.nodes.slice(20);
    expect(added.map(({ name, parameters }) => [name, parameters])).toEqual(single.nodes.map(({ name, parameters }) => [name, parameters]));
    expect(file.connections).toEqual(single.connections);
  });

  it('swap names', () => {
    const there = { nodes: [node('A'), node('A1')], connections: {} };
    const copied = { nodes: [uses('A1', 'A'), uses('A', 'A1')], connections: { A: to('A1'), A1: to('A') } };
    const { file } = addCopies(there, copied, undefined, newId);
    expect(file.nodes.slice(2).map(({ name, parameters }) => [name, parameters['value']])).toEqual([
      ['A2', "={{ $('A3').item.json.x }}"],
      ['A3', "={{ $('A2').item.json.x }}"],
    ]);
    expect(file.connections).toEqual({ A3: to('A2'), A2: to('A3') });
  });
});

describe('tidying up', () => {
  it('puts each node right of its sources, and stacks branches and separate parts', () => {
    const file: WorkflowFile = {
      nodes: [node('Start', 40, 60), node('If', 0, 0), node('Yes'), node('No'), node('End'), node('Alone')],
      connections: {
        Start: to('If'),
        If: { main: [[{ node: 'Yes', type: 'main', index: 0 }], [{ node: 'No', type: 'main', index: 0 }]] },
        Yes: to('End'),
        No: to('End'),
      },
    };
    const at = tidyUp(file);
    const x = (id: string): number => at.get(id)?.x ?? Number.NaN;
    expect([x('if') > x('start'), x('yes') > x('if'), x('no') === x('yes'), x('end') > x('yes')]).toEqual([true, true, true, true]);
    expect((at.get('no')?.y ?? 0) - (at.get('yes')?.y ?? 0)).toBeGreaterThanOrEqual(120);
    expect(at.get('alone')?.y).toBeGreaterThan(at.get('no')?.y ?? 0);
    expect([...at.values()].every(({ x: left, y }) => left % 20 === 0 && y % 20 === 0)).toBe(true);
    expect(new Set([...at.values()].map((point) => JSON.stringify(point))).size).toBe(6);
  });

  it('stacks attached nodes below their root nodes, which stay in line with the others', () => {
    const by = (type: string, name: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
    const file: WorkflowFile = {
      nodes: ['Start', 'Agent', 'End', 'Model', '__proto__', 'Inner'].map((name) => node(name)),
      connections: Object.fromEntries([
        ['Start', to('Agent')],
        ['Agent', to('End')],
        ['Model', by('ai_languageModel', 'Agent')],
        ['__proto__', by('ai_tool', 'Agent')],
        ['Inner', by('ai_languageModel', '__proto__')],
      ]),
    };
    const wide = new Set(['Agent', '__proto__']);
    const at = tidyUp(file, [], ({ name }) => ({ width: wide.has(name) ? 240 : 100, height: 100 }));
    expect(new Map(at)).toEqual(
      new Map(
        Object.entries({
          start: { x: 0, y: 0 },
          agent: { x: 320, y: 0 },
          model: { x: 220, y: 240 },
          ['__proto__']: { x: 400, y: 240 },
          inner: { x: 480, y: 480 },
          end: { x: 760, y: 0 },
        }),
      ),
    );
  });

  it('survives nodes that are attached to each other', () => {
    const by = (name: string) => ({ ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] });
    expect(tidyUp({ nodes: [node('A'), node('B')], connections: { A: by('B'), B: by('A') } }).size).toBe(2);
  });

  it('handles loops, and moves only selected nodes', () => {
    const loop: WorkflowFile = { nodes: [node('A'), node('B'), node('C')], connections: { A: to('B'), B: to('C'), C: to('B') } };
    expect(tidyUp(loop).size).toBe(3);
    expect([...tidyUp(loop, ['a', 'b']).keys()]).toEqual(['a', 'b']);
  });
});
