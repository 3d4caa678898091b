// The benchmark's workflows, generated with a given size.
import type { WorkflowFile, WorkflowNode } from '../../engine/contract/workflow.ts';

const base = 'n8n-nodes-base.';

function node(name: string, type: string, typeVersion: number, x: number, parameters: Record<string, unknown> = {}): WorkflowNode {
  return { name, type: base + type, typeVersion, position: [x, 0], parameters };
}

type Link = readonly [from: string, to: string, output?: number, input?: number];

function workflow(nodes: WorkflowNode[], links: readonly Link[]): WorkflowFile {
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {};
  for (const [from, to, output = 0, input = 0] of links) {
    const outputs = (connections[from] ??= { main: [] }).main;
    while (outputs.length <= output) outputs.push([]);
    outputs[output]?.push({ node: to, type: 'main', index: input });
  }
  return { name: 'Benchmark', nodes, connections, settings: { executionOrder: 'v1' } };
}

const assignment = (name: string, value: unknown, type: string): unknown => ({
  assignments: { assignments: [{ id: name, name, value, type }] },
  includeOtherFields: true,
  options: {},
});

const condition = (leftValue: string, operation: string, rightValue: unknown): unknown => ({
  conditions: {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
    conditions: [{ id: 'c', leftValue, rightValue, operator: { type: 'number', operation } }],
    combinator: 'and',
  },
  options: {},
});

/** Trigger → Code (creates the items) → Set (one expression) → If → Merge → Aggregate. */
export function pipeline(items: number): WorkflowFile {
  const code = `return Array.from({ length: ${items} }, (_, id) => ({ json: { id, amount: id % 97, name: 'item ' + id } }));`;
  return workflow(
    [
      node('Trigger', 'manualTrigger', 1, 0),
      node('Code', 'code', 2, 200, { jsCode: code }),
      node('Set', 'set', 3.4, 400, assignment('total', '={{ $json.amount * 2 }}', 'number') as Record<string, unknown>),
      node('If', 'if', 2.2, 600, condition('={{ $json.total }}', 'gt', 96) as Record<string, unknown>),
      node('Merge', 'merge', 3.2, 800, { mode: 'append' }),
      node('Aggregate', 'aggregate', 1, 1000, { aggregate: 'aggregateAllItemData', destinationFieldName: 'data', options: {} }),
    ],
    [['Trigger', 'Code'], ['Code', 'Set'], ['Set', 'If'], ['If', 'Merge', 0, 0], ['If', 'Merge', 1, 1], ['Merge', 'Aggregate']], // oxfmt-ignore
  );
}

/** A chain of Set nodes that one item passes through. */
export function chain(length: number): WorkflowFile {
  const name = (index: number): string => (index === 0 ? 'Trigger' : `Set ${index}`);
  const sets = Array.from({ length }, (_, index) =>
    node(name(index + 1), 'set', 3.4, (index + 1) * 200, assignment('n', '={{ ($json.n || 0) + 1 }}', 'number') as Record<string, unknown>),
  );
  return workflow(
    [node('Trigger', 'manualTrigger', 1, 0), ...sets],
    sets.map((_, index) => [name(index), name(index + 1)] as const),
  );
}

/** Loop Over Items with one item per iteration. The run starts with the items. */
export function loop(): WorkflowFile {
  return workflow(
    [
      node('Trigger', 'manualTrigger', 1, 0),
      node('Loop', 'splitInBatches', 3, 200, { batchSize: 1, options: {} }),
      node('Work', 'noOp', 1, 400),
      node('Done', 'noOp', 1, 600),
    ],
    [['Trigger', 'Loop'], ['Loop', 'Done', 0], ['Loop', 'Work', 1], ['Work', 'Loop']], // oxfmt-ignore
  );
}
