// Extracts a selection into a sub-workflow, or rejects it. Tests of the engine check that results stay the same.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { buildWorkflow, type Line, type NodeSketch } from '../../testing/build-workflow.ts';
import { extractSubWorkflow, type ExtractedSubWorkflow, type ExtractionProblem } from './extract-sub-workflow.ts';

const node = (parameters: Record<string, unknown> = {}): NodeSketch => ({ type: 'set', typeVersion: 3.4, parameters });
const trigger: NodeSketch = { type: 'manualTrigger', typeVersion: 1 };

function extract(workflow: WorkflowFile, ...names: readonly string[]): ExtractedSubWorkflow | ExtractionProblem {
  let ids = 0;
  return extractSubWorkflow(workflow, new Set(names), {
    name: 'Part',
    newId: () => `new-${ids++}`,
    isTrigger: ({ type }) => /trigger/i.test(type),
    outputCount: () => 1,
  });
}

function extracted(workflow: WorkflowFile, ...names: readonly string[]): ExtractedSubWorkflow {
  const extraction = extract(workflow, ...names);
  if ('reason' in extraction) throw new Error(extraction.reason);
  return extraction;
}

const row = (nodes: Readonly<Record<string, NodeSketch>>, more: Partial<WorkflowFile> = {}): WorkflowFile => {
  const names = Object.keys(nodes);
  return buildWorkflow(
    nodes,
    names.slice(1).map((name, at): Line => `${names[at]} -> ${name}`),
    more,
  );
};

describe('extraction creates', () => {
  it('a trigger with the fields that are read, and a call that fills them', () => {
    const workflow = row({ T: trigger, Before: node(), A: node({ x: `={{ $json.price }} {{ $('Before').item.json.name }}` }), Z: node() });
    const { file, callerOf } = extracted(workflow, 'A');
    const [start, a] = file.nodes;
    expect(start).toMatchObject({
      name: 'Start',
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      parameters: { inputSource: 'workflowInputs', workflowInputs: { values: [{ name: 'price', type: 'any' }, { name: 'name', type: 'any' }] } }, // oxfmt-ignore
    });
    expect(a?.parameters).toEqual({ x: `={{ $json.price }} {{ $('Start').item.json.name }}` });
    const { file: caller, callId } = callerOf('17');
    const call = caller.nodes.find(({ id }) => id === callId);
    expect(call?.parameters).toMatchObject({
      workflowId: { mode: 'list', value: '17', cachedResultName: 'Part' },
      workflowInputs: { value: { name: `={{ $('Before').item.json.name }}`, price: '={{ $json.price }}' } },
    });
    expect(caller.nodes.map(({ name }) => name)).toEqual(['T', 'Before', 'Z', 'Call Part']);
    expect(caller.connections).toMatchObject({
      Before: { main: [[{ node: 'Call Part' }]] },
      'Call Part': { main: [[{ node: 'Z' }]] },
    });
  });

  it('a workflow that passes items through if no single field is read', () => {
    const { file } = extracted(row({ T: trigger, A: node(), Z: node() }), 'A');
    expect(file.nodes[0]?.parameters).toEqual({ inputSource: 'passthrough' });
    expect(file.nodes).toHaveLength(2);
  });

  it('a workflow with the execution order, time zone, notes and pinned data of the old one', () => {
    const workflow = row(
      { T: trigger, A: node(), N: { type: 'stickyNote', typeVersion: 1 } },
      {
        settings: { executionOrder: 'v0', timezone: 'Asia/Tokyo', errorWorkflow: '3' },
        pinData: { A: [{ json: { a: 1 } }], T: [{ json: {} }] },
        connections: { T: { main: [[{ node: 'A', type: 'main', index: 0 }]] } },
      },
    );
    const { file, callerOf } = extracted(workflow, 'A', 'N');
    expect(file).toMatchObject({ settings: { executionOrder: 'v0', timezone: 'Asia/Tokyo' }, pinData: { A: [{ json: { a: 1 } }] } });
    expect(file.settings).not.toHaveProperty('errorWorkflow');
    expect(file.nodes.map(({ name }) => name)).toEqual(['Start', 'A', 'N']);
    expect(Object.keys(callerOf('1').file.pinData ?? {})).toEqual(['T']);
  });

  it('nodes with new names if theirs are taken', () => {
    const workflow = row({ T: trigger, Start: node(), 'Call Part': node() });
    const { file, callerOf } = extracted(workflow, 'Start');
    expect(file.nodes.map(({ name }) => name)).toEqual(['Start1', 'Start']);
    expect(callerOf('1').file.nodes.map(({ name }) => name)).toEqual(['T', 'Call Part', 'Call Part1']);
  });

  it('a new file without changing the old workflow', () => {
    const workflow = row({ T: trigger, A: node({ x: '={{ $json.a }}' }), Z: node({ y: `={{ $('A').item.json.b }}` }) });
    const before = structuredClone({ ...workflow, connections: { ...workflow.connections } });
    extracted(workflow, 'A').callerOf('1');
    expect({ ...workflow, connections: { ...workflow.connections } }).toEqual(before);
  });
});

describe('extraction rejects', () => {
  const plain = { T: trigger, U: trigger, A: node(), B: node(), C: node(), D: node() };
  const cases: readonly (readonly [string, readonly Line[], readonly string[], Partial<ExtractionProblem> & { count: number }])[] = [
    ['with a trigger', ['T -> A'], ['T', 'A'], { reason: 'trigger', nodes: ['T'], count: 0 }],
    ['with two ways in', ['T -> A', 'U -> B', 'A -> C', 'B -> C'], ['A', 'B', 'C'], { reason: 'entries', nodes: ['A', 'B'], count: 2 }],
    ['with an input after its first node', ['T -> A', 'A -> B', 'U -> B'], ['A', 'B'], { reason: 'entries', count: 2 }],
    [
      'with two ways out',
      ['T -> A', 'A -> B', 'A -> C', 'B -> D', 'C -> D'],
      ['A', 'B', 'C'],
      { reason: 'exits', nodes: ['B', 'C'], count: 2 },
    ],
    ['with an output before its last node', ['T -> A', 'A -> B', 'A -> C'], ['A', 'B'], { reason: 'exits', nodes: ['A'], count: 1 }],
    [
      'with a path that ends within it',
      ['T -> A', 'A -> B', 'A -> C', 'C -> D'],
      ['A', 'B', 'C'],
      { reason: 'ends', nodes: ['B'], count: 1 },
    ],
    ['without nodes that run', [], [], { reason: 'empty', nodes: [], count: 0 }],
  ];
  it.each(cases)('%s', (_what, lines, selection, { count, ...expected }) => {
    const problem = extract(buildWorkflow(plain, lines), ...selection);
    expect(problem).toMatchObject(expected);
    expect('edges' in problem && problem.edges).toHaveLength(count);
  });

  it('a selection that separates a node from its model', () => {
    const workflow = buildWorkflow({ T: trigger, Agent: node(), Model: node() }, ['T -> Agent']);
    workflow.connections['Model'] = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] };
    expect(extract(workflow, 'Agent')).toMatchObject({ reason: 'subNode', edges: [{ source: 'Model' }] });
    expect('reason' in extract(workflow, 'Agent', 'Model')).toBe(false);
  });
});
