// Execute Workflow: calls another workflow, once with all items or for each item.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { failedItem, mapItemsAsync, pairedWith, pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { calledWorkflow, type CalledWorkflow } from '../_shared/called-workflow/workflow-source.ts';
import { mapInputs, type InputMapping } from '../_shared/called-workflow/workflow-inputs.ts';

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return ctx.param('mode', 0, 'once') === 'each' ? callForEach(ctx) : callOnce(ctx);
}

async function callOnce(ctx: ExecuteContext): Promise<NodeOutput> {
  const items = ctx.input();
  try {
    const inputItems = items.map((item, index) => givenItem(ctx, item, index));
    const results = await call(ctx, await calledWorkflow(ctx, 0), inputItems, 0);
    if (results === undefined) return [items.map((item, index) => pairTo(item, index))];
    return [results.map((item, index) => paired(item, items.length, results.length, index))];
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    return [[{ ...failedItem(error, 0), pairedItem: items.map((_, index) => pairedWith(index)) }]];
  }
}

function callForEach(ctx: ExecuteContext): Promise<NodeOutput> {
  const workflowFor = workflowPerItem(ctx);
  return mapItemsAsync(ctx, async (item, index) => {
    const results = await call(ctx, await workflowFor(index), [givenItem(ctx, item, index)], index);
    return results === undefined ? pairTo(item, index) : results.map((result) => pairTo(result, index));
  });
}

/** The workflow is loaded again only for items whose parameters may select another one. */
function workflowPerItem(ctx: ExecuteContext): (index: number) => Promise<CalledWorkflow> {
  const isConstant = ['source', 'workflowId', 'workflowJson', 'workflowPath', 'workflowUrl'].every((path) => ctx.isParamConstant(path));
  let calledOnce: CalledWorkflow | undefined;
  return async (index) => {
    const workflow = calledOnce ?? (await calledWorkflow(ctx, index));
    if (isConstant) calledOnce = workflow;
    return workflow;
  };
}

/** Calls the workflow and returns its items; undefined if the caller does not wait. */
async function call(
  ctx: ExecuteContext,
  workflow: CalledWorkflow,
  items: readonly Item[],
  index: number,
): Promise<readonly Item[] | undefined> {
  const wait = ctx.param('options.waitForSubWorkflow', index) !== false;
  const { items: results } = await ctx.runWorkflow({ ...workflow, items, wait });
  return wait ? results : undefined;
}

function givenItem(ctx: ExecuteContext, item: Item, index: number): Item {
  const mapping = ctx.param<InputMapping | undefined>('workflowInputs', 0, undefined, { raw: true });
  const values = mapping === undefined ? undefined : ctx.param<JsonObject | null>('workflowInputs.value', index);
  const json = mapping === undefined ? undefined : mapInputs(item.json, mapping, values, index);
  return json === undefined ? pairTo(item, index) : pairTo({ ...item, json }, index);
}

/** Pairs items if the called workflow has not: by position if the counts match, or all of them with the only input item. */
function paired(item: Item, inputs: number, results: number, index: number): Item {
  if (item.pairedItem !== undefined) return item;
  if (inputs === results) return pairTo(item, index);
  if (inputs === 1) return pairTo(item, 0);
  return item.binary === undefined ? { json: item.json } : { json: item.json, binary: item.binary };
}
