// Code: runs the user's JavaScript.
import { defineNode, failedItem, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { description } from './description.ts';
import type { Item } from '../../contract/run-data.ts';
import { itemFromEach, itemsFromAll } from '../_shared/code-items.ts';

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const language = String(ctx.param('language', 0, 'javaScript')).toLowerCase();
  if (language !== 'javascript') {
    throw new NodeError('Python code is not supported yet.', {
      code: 'PARAMETER_INVALID',
      parameter: 'language',
      hint: 'Write the code in JavaScript, or call a Python program with Execute Command.',
    });
  }
  const source = ctx.param<string>('jsCode', 0, '');
  return [ctx.param('mode', 0) === 'runOnceForEachItem' ? await runEach(ctx, source) : await runAll(ctx, source)];
}

async function runAll(ctx: ExecuteContext, source: string): Promise<readonly Item[]> {
  try {
    const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'code', items: ctx.input() });
    return await itemsFromAll(ctx, value);
  } catch (error) {
    if (!ctx.continueOnFail || ctx.signal.aborted) throw error;
    return [{ ...failedItem(error, 0), pairedItem: undefined }];
  }
}

async function runEach(ctx: ExecuteContext, source: string): Promise<readonly Item[]> {
  const { value, errors } = await ctx.code.run({ source, mode: 'each', dialect: 'code', items: ctx.input() });
  const results: Item[] = [];
  (value as readonly unknown[]).forEach((entry, index) => {
    try {
      const error = errors?.get(index);
      if (error !== undefined) throw error;
      const item = itemFromEach(entry, index, ctx.input()[index]);
      if (item !== undefined) results.push({ ...item, pairedItem: { item: index } });
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      results.push(failedItem(error, index));
    }
  });
  return results;
}

export const code = defineNode({ type: 'n8n-nodes-base.code', icon: 'icon.svg', versions: [{ description, execute, usesSandbox: true }] });
