// Order, depth and connections of an outline.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { buildWorkflow } from '../../../../engine/testing/build-workflow.ts';
import type { NodeDescription, NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { outlineOf, type OutlineSource } from './outline-of.ts';

const described = (name: string, more: Partial<NodeDescription> = {}): readonly [string, NodeDescription] => [
  `n8n-nodes-base.${name}`,
  {
    name: `n8n-nodes-base.${name}`,
    displayName: `The ${name}`,
    description: '',
    version: 1,
    group: ['transform'],
    defaults: { name },
    inputs: ['main'],
    outputs: ['main'],
    properties: [],
    ...more,
  },
];

const typesByName = new Map([
  described('manualTrigger', { group: ['trigger'], inputs: [] }),
  described('set'),
  described('if', { outputs: ['main', 'main'], outputNames: ['true', 'false'] }),
  described('splitInBatches', { outputs: ['main', 'main'], outputNames: ['done', 'loop'] }),
  described('switch', { outputs: '={{ [] }}' }),
  described('merge', { inputs: ['main', 'main'], inputNames: ['Input 1', 'Input 2'] }),
  described('agent'),
  described('model', { inputs: [], outputs: ['ai_languageModel'] }),
  described('stickyNote', { inputs: [], outputs: [] }),
]);
const types: NodeTypeLookup = { description: (type) => typesByName.get(type) };
const source: OutlineSource = { iconUrl: (type) => `/icon/${type}` };

/** Rows as text: depth as dashes, incoming output, name, loop. */
const lines = (...args: Parameters<typeof buildWorkflow>): string[] =>
  outlineOf(buildWorkflow(...args), types, source).map(
    ({ name, depth, via, loop }) =>
      `${'-'.repeat(depth)}${via === undefined ? '' : `[${via.name ?? via.output}] `}${name}${loop === undefined ? '' : ` (${loop})`}`,
  );

const trigger = { type: 'manualTrigger' };
const set = { type: 'set' };

describe('outlineOf', () => {
  it('follows each trigger down, indents branches, names the output', () => {
    expect(
      lines({ No: set, Check: { type: 'if' }, Yes: set, After: set, First: set, Go: trigger }, [
        'Go -> First',
        'First -> Check',
        'Check:1 -> No',
        'Check:0 -> Yes',
        'Yes -> After',
      ]),
    ).toEqual(['Go', '-First', '-Check', '--[true] Yes', '--After', '--[false] No']);
  });

  it('lists triggers from the top down, then other starts, then unconnected nodes, then notes', () => {
    expect(
      lines(
        {
          Note: { type: 'stickyNote', position: [0, -500] },
          Loose: { ...set, position: [0, -400] },
          Beginning: { ...set, position: [0, -300] },
          Next: set,
          Lower: { ...trigger, position: [0, 100] },
          Upper: { ...trigger, position: [900, 50] },
          Idle: { ...trigger, position: [0, -600] },
          Shared: set,
        },
        ['Lower -> Shared', 'Upper -> Shared', 'Beginning -> Next'],
      ),
    ).toEqual(['Idle', 'Upper', '-Shared', 'Lower', 'Beginning', '-Next', 'Loose', 'Note']);
  });

  it('names loops after their first node, and marks the connection back', () => {
    const workflow = buildWorkflow({ Go: trigger, Loop: { type: 'splitInBatches' }, Work: set, End: set }, [
      'Go -> Loop',
      'Loop:0 -> End',
      'Loop:1 -> Work',
      'Work -> Loop',
    ]);
    const rows = outlineOf(workflow, types, source);
    expect(rows.map(({ name, loop }) => [name, loop])).toEqual([
      ['Go', undefined],
      ['Loop', 'Loop'],
      ['End', undefined],
      ['Work', 'Loop'],
    ]);
    expect(rows[3]?.outputs).toEqual([{ targets: [{ id: 'id-1', name: 'Loop', isBack: true }] }]);
    expect(rows[1]?.outputs).toEqual([
      { name: 'done', targets: [{ id: 'id-3', name: 'End' }] },
      { name: 'loop', targets: [{ id: 'id-2', name: 'Work' }] },
    ]);
  });

  it('includes unreachable loops and nodes connected to themselves', () => {
    expect(lines({ A: set, B: set, Self: set }, ['A -> B', 'B -> A', 'Self -> Self'])).toEqual(['Self (Self)', 'A (A)', '-B (A)']);
  });

  it('lists a node of several paths once, where it occurs first', () => {
    const rows = outlineOf(
      buildWorkflow({ Go: trigger, Check: { type: 'if' }, A: set, B: set, Join: set }, [
        'Go -> Check',
        'Check:0 -> A',
        'Check:1 -> B',
        'A -> Join',
        'B -> Join',
      ]),
      types,
      source,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Go', 'Check', 'A', 'Join', 'B']);
    expect(rows[4]?.outputs).toEqual([{ targets: [{ id: 'id-4', name: 'Join' }] }]);
  });

  it('names notes by their first line', () => {
    const note = (content: unknown) => ({ type: 'stickyNote', parameters: { content } });
    expect(lines({ Note: note('\n## **Where** it comes from\nMore'), Other: note(''), Odd: note(5) }, [])).toEqual([
      'Where it comes from',
      'Other',
      'Odd',
    ]);
  });

  it('contains the inputs to which other nodes are attached', () => {
    const nodes = { Go: trigger, Agent: { type: 'agent' }, Model: { type: 'model' } };
    const workflow = buildWorkflow(nodes, ['Go -> Agent']);
    const attached = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] };
    const rows = outlineOf({ ...workflow, connections: { ...workflow.connections, Model: attached } }, types, {
      ...source,
      inputsOf: ({ name }) =>
        name !== 'Agent'
          ? []
          : [
              { type: 'main' },
              { type: 'ai_languageModel', name: 'Model', limit: 1 },
              { type: 'ai_tool', accepts: { nodes: ['n8n-nodes-base.search'] } },
            ],
    });
    const agent = rows.find(({ name }) => name === 'Agent');
    expect(agent?.inputs).toEqual([
      { type: 'main' },
      { type: 'ai_languageModel', name: 'Model', isFull: true },
      { type: 'ai_tool', accepts: { nodes: ['n8n-nodes-base.search'] } },
    ]);
    expect(rows.find(({ name }) => name === 'Model')).toMatchObject({
      inputs: [],
      outputs: [{ type: 'ai_languageModel', targets: [{ id: agent?.id, name: 'Agent' }] }],
    });
  });

  it('lists attached nodes below the node that uses them, before what follows it', () => {
    const nodes = {
      Memory: { type: 'model' },
      Model: { type: 'model' },
      Helper: { type: 'agent' },
      Go: trigger,
      Agent: { type: 'agent' },
      Then: set,
    };
    const workflow = buildWorkflow(nodes, ['Go -> Agent', 'Agent -> Then']);
    const to = (node: string, type: string): WorkflowFile['connections'][string] => ({ [type]: [[{ node, type, index: 0 }]] });
    const connections = {
      ...workflow.connections,
      Memory: to('Agent', 'ai_memory'),
      Helper: to('Agent', 'ai_tool'),
      Model: to('Helper', 'ai_languageModel'),
    };
    const rows = outlineOf({ ...workflow, connections }, types, source);
    expect(rows.map(({ name, depth }) => `${'-'.repeat(depth)}${name}`)).toEqual([
      'Go',
      '-Agent',
      '--Memory',
      '--Helper',
      '---Model',
      '-Then',
    ]);
    const targets = rows.find(({ name }) => name === 'Memory')?.outputs.flatMap((output) => output.targets);
    expect(targets).toEqual([{ id: workflow.nodes.find(({ name }) => name === 'Agent')?.id, name: 'Agent' }]);
  });

  it('distinguishes the inputs of a node', () => {
    const rows = outlineOf(buildWorkflow({ A: set, Join: { type: 'merge' } }, ['A -> Join:0', 'A -> Join:1']), types, source);
    expect(rows[0]?.outputs[0]?.targets).toEqual([
      { id: 'id-1', name: 'Join' },
      { id: 'id-1', name: 'Join', input: 1 },
    ]);
    expect(rows[1]?.inputs).toEqual([
      { type: 'main', name: 'Input 1' },
      { type: 'main', name: 'Input 2' },
    ]);
    expect(rows[0]?.inputs).toBeUndefined();
  });

  it('takes ports, issues and states from its callbacks', () => {
    const workflow = buildWorkflow({ Pick: { type: 'switch', disabled: true }, A: set }, ['Pick:1 -> A']);
    const rows = outlineOf(workflow, types, {
      ...source,
      portsOf: (node) =>
        node.name === 'Pick'
          ? [
              { type: 'main', name: 'red' },
              { type: 'main', name: 'blue' },
            ]
          : [{ type: 'main' }],
      issuesOf: (node) => (node.name === 'A' ? ['Field missing'] : []),
      stateOf: () => 'success',
    });
    expect(rows).toMatchObject([
      { name: 'Pick', isDisabled: true, typeLabel: 'The switch', iconUrl: '/icon/n8n-nodes-base.switch', state: 'success' },
      { name: 'A', issues: ['Field missing'], via: { output: 1, name: 'blue' } },
    ]);
  });

  it('shows connections of undescribed outputs, and separates connection types', () => {
    const workflow = buildWorkflow({ Tool: { type: 'nobody' }, Agent: set }, ['Tool:2 -> Agent']);
    workflow.connections['Tool'] = { ...workflow.connections['Tool'], ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
    const [tool] = outlineOf(workflow, types, source);
    expect([tool?.typeLabel, tool?.initials]).toEqual(['Nobody', 'No']);
    expect(tool?.outputs.map(({ targets }) => targets.map(({ name }) => name))).toEqual([[], [], ['Agent'], ['Agent']]);
  });

  it('accepts hostile names, missing ids and dangling connections', () => {
    const workflow = buildWorkflow({ constructor: set, toString: set }, ['constructor -> toString', 'toString -> Gone']);
    const nodes = workflow.nodes.map(({ id: _id, ...node }) => (node.name === 'toString' ? { ...node, name: '__proto__' } : node));
    const connections = JSON.parse(
      '{"constructor":{"main":[[{"node":"__proto__","type":"main","index":0},{"node":"Gone","type":"main","index":0}]]}}',
    );
    const rows = outlineOf({ ...workflow, nodes, connections }, types, source);
    expect(rows.map(({ id, outputs }) => [id, outputs])).toEqual([
      ['constructor', [{ targets: [{ id: '__proto__', name: '__proto__' }] }]],
      ['__proto__', [{ targets: [] }]],
    ]);
  });

  it('handles long workflows', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const nodes = Object.fromEntries(names.map((name) => [name, set]));
    const rows = outlineOf(
      buildWorkflow(
        nodes,
        names.slice(1).map((name, index) => `n${index} -> ${name}`),
      ),
      types,
      source,
    );
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)?.depth).toBe(1);
  });
});
