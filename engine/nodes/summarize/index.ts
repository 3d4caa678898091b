// Summarize: a pivot table of the items. Version 1 requires its fields and returns split values as text; 1.1 adds a hint and keeps their types.
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { FieldTracker } from '../_shared/fields/field-tracker.ts';
import { summarizeInput, summarizeStrictly } from '../_shared/lists/summarize-output.ts';
import { summarizeProperties } from '../_shared/lists/summarize-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'Summarize',
  description: 'Sums, counts or combines values of fields, like a pivot table',
  version: [1, 1.1],
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Summarize' },
  inputs: ['main'],
  outputs: ['main'],
  properties: summarizeProperties({}, { '@version': [1] }),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['append', 'average', 'concatenate', 'count', 'group', 'join', 'max', 'min', 'pivot', 'sum', 'unique'],
  },
};

const oldRows = { asText: true, numbersFirst: false, skipsMissing: false };

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => (ctx.version < 1.1 ? summarizeStrictly(ctx, oldRows, pace) : summarizeTolerantly(ctx, pace)));
}

function* summarizeTolerantly(ctx: ExecuteContext, pace: Pace): SlicedWork<NodeOutput> {
  const tracker = new FieldTracker();
  const output = yield* summarizeInput(ctx, tracker, { asText: false, numbersFirst: false, skipsMissing: true }, pace);
  tracker.hint(ctx);
  return [output];
}

export const summarize = defineNode({ type: 'n8n-nodes-base.summarize', icon: 'icon.svg', versions: [{ description, execute }] });
