import { describe, expect, it } from 'vitest';
import type { Item, RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { previewExpression, suggestInCode } from '../../../../engine/expression/index.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { feedingEdges, firstFullOutput, outputItems, outputLists, parentNodes, runIndexOf, runsOf } from '../runs/run-items.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { previewScope, type PreviewPlace } from './preview-scope.ts';

const node = (name: string, parameters = {}): WorkflowFile['nodes'][number] => ({
  id: name,
  name,
  type: 'test.node',
  typeVersion: 1,
  position: [0, 0],
  parameters,
});
const link = (name: string, index = 0) => ({ node: name, type: 'main', index });

/** Start is connected by two outputs to Work, which is part of a loop. */
const workflow: WorkflowFile = {
  id: 'w1',
  name: 'Orders',
  nodes: [node('Start'), node('Other'), node('Work', { url: '={{ $json.n }}' }), node('Lone')],
  connections: {
    Start: { main: [[link('Work')], [link('Work', 1)]] },
    Other: { main: [[link('Work')]] },
    Work: { main: [[link('Work')]] },
  },
  settings: { executionOrder: 'v1' },
};
const items = (...numbers: number[]): Item[] => numbers.map((n) => ({ json: { n }, pairedItem: { item: 0 } }));
const run = (lists: Item[][], source: TaskData['source'] = []): TaskData => ({
  startTime: 0,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source,
  data: { main: lists },
});
const from = (previousNode: string, previousNodeOutput = 0, previousNodeRun = 0) => [{ previousNode, previousNodeOutput, previousNodeRun }];

const types = typeLookup([
  {
    name: 'test.node',
    displayName: 'Node',
    description: '',
    version: 1,
    group: ['transform'],
    defaults: { name: 'Node' },
    inputs: ['main', 'main'],
    outputs: ['main', 'main'],
    properties: [{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 }],
  },
]);

const preview = (text: string, runData: RunData, more: Partial<PreviewPlace> = {}): unknown => {
  const place = {
    workflow,
    node: workflow.nodes[2] as (typeof workflow.nodes)[number],
    workflowId: 'w1',
    types,
    runData,
    timezone: 'UTC',
    now: () => 0,
    ...more,
  };
  const response = previewExpression(text, previewScope(place));
  return response.ok ? response.value : response.text;
};

describe('the data of a preview', () => {
  const looped: RunData = {
    Start: [run([items(1, 2)])],
    Work: [run([items(10)], from('Start')), run([items(20)], from('Work', 0, 0)), run([items(30)], from('Work', 0, 1))],
  };

  it.each([
    ['the current data for a node that has not run', { Start: [run([items(1, 2)])] }, {}, 1],
    ['the selected item', { Start: [run([items(1, 2)])] }, { itemIndex: 1 }, 2],
    ['the first source with items', { Start: [run([[]])], Other: [run([items(7)])] }, {}, 7],
    ['the newest run of a loop', looped, {}, 20],
    ['the displayed run', looped, { runIndex: 0 }, 1],
    ['a later run of it', looped, { runIndex: 1 }, 10],
  ])('is %s', (_what, runData, more, expected) => expect(preview('={{ $json.n }}', runData, more)).toBe(expected));

  it('is pinned data rather than the results of a run', () => {
    const pinned = { ...workflow, pinData: { Start: [{ json: { n: 99 } }] } };
    expect(preview('={{ $json.n }}', { Start: [run([items(1)])] }, { workflow: pinned })).toBe(99);
    expect(preview("={{ $('Start').all().length }}", {}, { workflow: pinned })).toBe(1);
  });

  it('of an attached node is the input of the node that uses it, before and after it was used', () => {
    const attached = {
      ...workflow,
      nodes: [...workflow.nodes, node('Memory'), node('Model')],
      connections: {
        Start: { main: [[link('Work')]] },
        Model: { ai_model: [[{ node: 'Memory', type: 'ai_model', index: 0 }]] },
        Memory: { ai_memory: [[{ node: 'Work', type: 'ai_memory', index: 0 }]] },
      },
    } as unknown as WorkflowFile;
    const runData = { Start: [run([items(1, 2)]), run([items(3, 4)])] };
    const used = {
      ...runData,
      Work: [run([items(5)], from('Start', 0, 0)), run([items(6)], from('Start', 0, 1))],
      Memory: [run([items(7)], from('Work', 0, 0))],
    };
    for (const name of ['Memory', 'Model']) {
      const place = { workflow: attached, node: node(name), itemIndex: 1 };
      for (const text of [
        '={{ $json.n }}',
        "={{ $('Start').item.json.n }}",
        "={{ $('Start').first().json.n + 1 }}",
        '={{ $input.item.json.n }}',
      ])
        expect([text, preview(text, runData, place)]).toEqual([text, 4]);
    }
    const place = { workflow: attached, node: node('Memory'), itemIndex: 1 };
    expect(['={{ $json.n }}', "={{ $('Start').item.json.n }}"].map((text) => preview(text, used, place))).toEqual([2, 2]);
  });

  it('is empty without data', () => {
    expect(preview('={{ $json.n }}', {})).toBe('[not found]');
    expect(preview('={{ $json.n }}', looped, { node: node('Lone') })).toBe('[not found]');
  });

  it('does not come from removed connections', () => {
    const cut = { ...workflow, connections: { Other: { main: [[link('Work')]] } } };
    const runData = { Start: [run([items(1)])], Other: [run([items(7)])], Work: [run([items(1)], from('Start'))] };
    expect(preview('={{ $json.n }}', runData, { workflow: cut })).toBe(7);
  });

  it.each([
    ['$parameter.limit', 50],
    ['$runIndex', 2],
    ['$workflow.name', 'Orders'],
    ['$execution.id', 'e1'],
    ['$prevNode.name', 'Work'],
    ['$prevNode.runIndex', 1],
    ['$now.toISO()', '1970-01-01T00:00:00.000+00:00'],
    ["$('Start').first().json.n", 1],
  ])('evaluates %s', (code, expected) => {
    const value = preview(`={{ ${code} }}`, looped, { executionId: 'e1' });
    expect(typeof value === 'string' ? value.replace('.000Z', '.000+00:00') : value).toBe(expected);
  });

  it('uses the time zone of the workflow, else that of the instance', () => {
    const zoned = { ...workflow, settings: { timezone: 'Asia/Tokyo' } };
    expect(preview('={{ $now.hour }}', {}, { workflow: zoned })).toBe(9);
    expect(preview('={{ $now.hour }}', {}, { timezone: 'Europe/Berlin' })).toBe(1);
    expect(preview('={{ $now.hour }}', {}, { workflow: { ...workflow, settings: { timezone: 'DEFAULT' } } })).toBe(0);
  });

  it('treats names such as __proto__ as plain names', () => {
    const hostile = node('__proto__');
    const file: WorkflowFile = { ...workflow, nodes: [hostile, node('Work')], connections: {} };
    expect(preview('={{ $json.n }}', {}, { workflow: file, node: hostile })).toBe('[not found]');
  });
});

describe('runs and their outputs', () => {
  const runData: RunData = { Start: [run([[], items(5)]), run([items(1)])] };
  const source = { workflow, runData };

  it.each([
    [-1, 1],
    [0, 0],
    [1, 1],
    [7, 1],
  ])('run %i is run %i', (requested, expected) => expect(runIndexOf(runsOf(runData, 'Start'), requested)).toBe(expected));

  it('has none if the node did not run, nor for names of Object.prototype', () => {
    expect(runsOf(runData, 'Work')).toEqual([]);
    expect(runsOf(runData, 'constructor')).toEqual([]);
    expect(outputLists(source, 'Work')).toBeUndefined();
    expect(outputItems(source, 'Work')).toBeUndefined();
  });

  it('returns the lists of a run, and the first one with items', () => {
    expect(outputItems(source, 'Start', 0, 1)).toEqual(items(5));
    expect(outputItems(source, 'Start', 0, 9)).toEqual([]);
    expect(firstFullOutput(outputLists(source, 'Start', 0))).toBe(1);
    expect(firstFullOutput([null, []])).toBe(0);
    expect(firstFullOutput(undefined)).toBe(0);
  });

  it('returns the parent nodes, nearest first, with the inputs they are connected to', () => {
    const graph = new WorkflowGraph({ ...workflow, connections: { ...workflow.connections, Lone: { main: [[link('Start')]] } } });
    const parents = parentNodes(graph, 'Work');
    expect(parents.map(({ name, distance, inputs }) => [name, distance, inputs])).toEqual(
      expect.arrayContaining([
        ['Start', 1, [0, 1]],
        ['Other', 1, [0]],
        ['Lone', 2, []],
      ]),
    );
    expect(parents.at(-1)?.name).toBe('Lone');
    expect(feedingEdges(graph, 'Work').map((edges) => edges.length)).toEqual([3, 1]);
    expect(feedingEdges(graph, 'Lone')).toEqual([]);
  });
});

it('reads the variables, and suggests their names', () => {
  const vars = { region: 'eu', shop: 'x' };
  expect(preview('={{ $vars.region }}', {}, { vars })).toBe('eu');
  const [start] = workflow.nodes as [WorkflowNode];
  const scope = previewScope({ workflow, node: start, workflowId: 'w1', types, runData: {}, timezone: 'UTC', now: () => 0, vars });
  expect(suggestInCode('$vars.', 0, scope, [])?.options.map(({ label }) => label)).toEqual(expect.arrayContaining(['region', 'shop']));
});
