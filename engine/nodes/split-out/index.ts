// Split Out: splits an item with a list into one item per entry.
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { FieldTracker } from '../_shared/fields/field-tracker.ts';
import { perItem } from '../_shared/per-item.ts';
import { splitPlan, splitInput } from '../_shared/lists/split-items.ts';
import { splitParameters, splitSettings, splitProperties } from '../_shared/lists/split-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'Split Out',
  description: 'Turns a list inside an item into separate items',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Split Out' },
  inputs: ['main'],
  outputs: ['main'],
  properties: splitProperties({}),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['array', 'expand', 'list', 'nested', 'separate', 'unnest', 'unwind'],
  },
};

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const tracker = new FieldTracker();
  const plan = perItem(ctx, splitParameters, (index) => splitPlan(splitSettings(ctx, index)));
  const finish = (output: NodeOutput): NodeOutput => {
    tracker.hint(ctx);
    return output;
  };
  const output = splitInput(ctx, plan, tracker);
  return output instanceof Promise ? output.then(finish) : finish(output);
}

export const splitOut = defineNode({ type: 'n8n-nodes-base.splitOut', icon: 'icon.svg', versions: [{ description, execute }] });
