// A workflow returns the same results before and after some of its nodes are extracted into a sub-workflow.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from './contract/workflow.ts';
import { createRunner } from './runner.ts';
import { buildWorkflow, type Line, type NodeSketch } from './testing/build-workflow.ts';
import { extractSubWorkflow } from './workflow/references/extract-sub-workflow.ts';

const trigger: NodeSketch = { type: 'manualTrigger', typeVersion: 1 };
const set = (fields: Readonly<Record<string, unknown>>, includeOtherFields = false): NodeSketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: Object.entries(fields).map(([name, value]) => ({
        id: name,
        name,
        value,
        type: typeof value === 'number' ? 'number' : 'string',
      })),
    },
    includeOtherFields,
    options: {},
  },
});
const code = (jsCode: string): NodeSketch => ({ type: 'code', typeVersion: 2, parameters: { jsCode } });
const many = code(`return [1, 2, 3].map((n) => ({ json: { n, name: 'item ' + n, deep: { is: n * 10 } } }));`);
const filter: NodeSketch = {
  type: 'if',
  typeVersion: 2.2,
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
      conditions: [{ id: 'c', leftValue: '={{ $json.n }}', rightValue: 1, operator: { type: 'number', operation: 'gt' } }],
      combinator: 'and',
    },
    options: {},
  },
};

async function lastItems(workflow: WorkflowFile, ...called: readonly WorkflowFile[]): Promise<readonly unknown[]> {
  const runner = createRunner();
  for (const each of called) runner.knowWorkflow(each);
  const { result } = await runner.run({ workflow, mode: 'cli' });
  await runner.stop();
  expect(result.resultData.error?.message ?? result.status).toBe('success');
  const { lastNodeExecuted = '', runData } = result.resultData;
  return (runData[lastNodeExecuted]?.at(-1)?.data?.['main']?.[0] ?? []).map(({ json }) => json);
}

const cases: readonly (readonly [
  what: string,
  nodes: Readonly<Record<string, NodeSketch>>,
  lines: readonly Line[],
  taken: readonly string[],
])[] = [
  [
    'fields of the item before',
    {
      T: trigger,
      Many: many,
      A: set({ total: '={{ $json.n + $json.deep.is }}' }),
      B: set({ text: '=<{{ $json.total }}>' }),
      Z: set({ end: '={{ $json.text }}' }),
    },
    ['T -> Many', 'Many -> A', 'A -> B', 'B -> Z'],
    ['A', 'B'],
  ],
  [
    'fields of nodes further back',
    {
      T: trigger,
      Many: many,
      Mid: set({ x: 'mid' }),
      A: set({ total: `={{ $('Many').item.json.n }} {{ $json.x }}` }),
      Z: set({ end: '={{ $json.total }}' }),
    },
    ['T -> Many', 'Many -> Mid', 'Mid -> A', 'A -> Z'],
    ['A'],
  ],
  [
    'whole items, in code too',
    {
      T: trigger,
      Many: many,
      A: code('return $input.all().map(({ json }) => ({ json: { sum: json.n + json.deep.is } }));'),
      Z: set({ end: '={{ $json.sum }}' }),
    },
    ['T -> Many', 'Many -> A', 'A -> Z'],
    ['A'],
  ],
  [
    'values that nodes outside read from nodes within',
    {
      T: trigger,
      Many: many,
      A: set({ first: '={{ $json.n }}' }),
      B: set({ second: '={{ $json.first }}!' }),
      Z: set({ end: `={{ $('A').item.json.first }} {{ $('B').item.json.second }} {{ $json.second }}` }),
    },
    ['T -> Many', 'Many -> A', 'A -> B', 'B -> Z'],
    ['A', 'B'],
  ],
  [
    'one of several outputs',
    { T: trigger, Many: many, A: filter, Z: set({ end: '={{ $json.n }}' }) },
    ['T -> Many', 'Many -> A', 'A:1 -> Z'],
    ['A'],
  ],
  [
    'the second input of a node',
    {
      T: trigger,
      Many: many,
      A: set({ n: '={{ $json.n }}' }),
      M: { type: 'merge', typeVersion: 3.2, parameters: { mode: 'append' } },
      Z: set({ end: '={{ $json.n }}' }),
    },
    ['T -> Many', 'Many -> A', 'A -> M:1', 'Many -> M:0', 'M -> Z'],
    ['A'],
  ],
];

describe('a sub-workflow made of a selection', () => {
  it.each(cases)('reads %s', async (_what, nodes, lines, extractedNodes) => {
    const workflow = buildWorkflow(nodes, lines);
    let ids = 0;
    const created = extractSubWorkflow(workflow, new Set(extractedNodes), {
      name: 'Part',
      newId: () => `new-${ids++}`,
      isTrigger: ({ type }) => /trigger/i.test(type),
      outputCount: ({ type }) => (type.endsWith('.if') ? 2 : 1),
    });
    if ('reason' in created) throw new Error(created.reason);
    const { file } = created.callerOf('part');
    expect(file.nodes.map(({ name }) => name)).toContain('Call Part');
    expect(await lastItems(file, { ...created.file, id: 'part' })).toEqual(await lastItems(workflow));
  });
});
