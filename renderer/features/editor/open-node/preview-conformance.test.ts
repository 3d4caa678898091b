// The editor's previews of expressions, tested with the pairs of the corpus beside the project (../shared/conformance), if it is present: the node view shows the engine's results.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, judge, type Outcome } from '../../../../build/conformance/compare.ts';
import { runExpressionPairs } from '../../../../build/conformance/expressions.ts';
import type { Item, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { previewExpression } from '../../../../engine/expression/index.ts';
import { previewScope } from './preview-scope.ts';

const folder = join(import.meta.dirname, '../../../../../shared/conformance');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^expressions.*\.json$/.test(name)) : [];

interface Pair {
  readonly id: string;
  readonly level: string;
  readonly expression: unknown;
  readonly matcher: string;
  readonly expected?: unknown;
  readonly then?: string;
  readonly throws?: boolean;
  readonly items?: readonly unknown[];
  readonly itemIndex?: number;
  readonly timezone?: string;
  readonly activeNode?: string;
  readonly context?: string;
  readonly globals?: unknown;
  readonly additionalKeys?: unknown;
  readonly options?: { readonly timezone?: string };
}

interface PairContext {
  readonly workflow?: Partial<WorkflowFile>;
  readonly runData?: RunData | null;
}

const plain = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 'test.set',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

/** For pairs that contain only items, which are pinned to a preceding node. */
function lonely(pair: Pair): { readonly workflow: WorkflowFile; readonly node: WorkflowNode } {
  const node = plain('node');
  const items: Item[] = pair.items === undefined ? [{ json: {} }] : pair.items.map((json) => ({ json: decode(json) as Item['json'] }));
  const workflow: WorkflowFile = {
    id: '123',
    name: 'test workflow',
    nodes: [plain('before'), node],
    connections: { before: { main: [[{ node: 'node', type: 'main', index: 0 }]] } },
    pinData: { before: items },
  };
  return { workflow, node };
}

function preview(pair: Pair, { workflow: pairWorkflow, runData }: PairContext): Outcome {
  const lonelyPair = pairWorkflow === undefined ? lonely(pair) : undefined;
  const workflow =
    lonelyPair?.workflow ??
    ({ id: '123', name: 'test workflow', connections: {}, ...pairWorkflow, nodes: pairWorkflow?.nodes ?? [] } as WorkflowFile);
  const node = lonelyPair?.node ?? workflow.nodes.find(({ name }) => name === pair.activeNode) ?? workflow.nodes[0] ?? plain('node');
  const scope = previewScope({
    workflow,
    workflowId: String(workflow.id),
    node,
    types: { description: () => undefined },
    runData: runData ?? {},
    itemIndex: Math.max(0, pair.itemIndex ?? 0),
    timezone: pair.options?.timezone ?? pair.timezone ?? 'America/New_York',
    now: Date.now,
  });
  const code = pair.then === undefined ? String(pair.expression) : thenCode(String(pair.expression), pair.then);
  const response = previewExpression(code, scope);
  if (response.ok) return { value: response.value };
  return response.text === '[not found]' ? { value: undefined } : { thrown: new Error(response.text) };
}

/** JavaScript that accesses the result, within the same braces. */
const thenCode = (expression: string, then: string): string =>
  expression.replace(/^=\{\{([\s\S]*)\}\}$/, (_all, code: string) => `={{ (${code})${then} }}`);

const contexts = new Map<string, unknown>();
const pairs: Pair[] = [];
const engine = new Map<string, boolean>();
for (const name of files) {
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { contexts?: Record<string, unknown>; pairs: Pair[] };
  for (const [key, context] of Object.entries(file.contexts ?? {})) contexts.set(key, context);
  for (const { id, failure } of runExpressionPairs(file)) engine.set(id, failure === undefined);
  pairs.push(...file.pairs);
}

// The editor cannot preview pairs with additional names or environment variables, nor pairs that must fail.
const previewed = pairs.filter(
  ({ id, throws, globals, additionalKeys, expression, level }) =>
    engine.get(id) === true &&
    throws !== true &&
    globals === undefined &&
    additionalKeys === undefined &&
    typeof expression === 'string' &&
    !expression.includes('$env') &&
    level !== 'sandbox' &&
    level !== 'proxy',
);

describe.skipIf(files.length === 0)('previews of the corpus', () => {
  it('are at least 300', () => expect(previewed.length).toBeGreaterThan(300));

  it.each(previewed.map((pair) => [pair.id, pair] as const))('%s', (_id, pair) => {
    const context = pair.context === undefined ? {} : (decode(contexts.get(pair.context)) as PairContext);
    const outcome = preview(pair, context);
    // The editor shows only the text of a failure.
    if (pair.matcher.startsWith('toThrow'))
      expect(String('thrown' in outcome ? outcome.thrown : '')).toMatch(/^Error: \[(ERROR: |invalid \()/);
    else expect(judge(outcome, pair.matcher, pair.expected)).toBeUndefined();
  });
});
