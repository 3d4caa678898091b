// Aggregate: combines many items into one item with lists.
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { aggregateInput } from '../_shared/lists/aggregate-output.ts';
import { FieldTracker } from '../_shared/fields/field-tracker.ts';
import { aggregateProperties } from '../_shared/lists/aggregate-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'Aggregate',
  description: 'Combines values or whole items into lists in a single item',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Aggregate' },
  inputs: ['main'],
  outputs: ['main'],
  properties: aggregateProperties({}),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['array', 'collect', 'combine', 'concatenate', 'flatten', 'group', 'list', 'merge'],
  },
};

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    const tracker = new FieldTracker();
    const item = yield* aggregateInput(ctx, tracker, pace);
    tracker.hint(ctx);
    return [[item]];
  });
}

export const aggregate = defineNode({ type: 'n8n-nodes-base.aggregate', icon: 'icon.svg', versions: [{ description, execute }] });
