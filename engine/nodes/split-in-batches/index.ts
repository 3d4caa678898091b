// Loop Over Items (Split in Batches): passes items through a loop in batches.
import { defineNode, NodeError, type ExecuteContext, type ExecuteResult } from '../../sdk/index.ts';
import { descriptionV1, descriptionV2, descriptionV3 } from './description.ts';
import { newLoop, nextTurn, takeBack, type LoopState, type Turn } from './batches.ts';

/** Version 1 returns nothing once the loop is done. */
function executeV1(ctx: ExecuteContext): ExecuteResult {
  const turn = takeTurn(ctx);
  return 'batch' in turn ? [turn.batch] : null;
}

function executeV2(ctx: ExecuteContext): ExecuteResult {
  const turn = takeTurn(ctx);
  return 'batch' in turn ? [turn.batch, []] : [[], turn.processed];
}

function executeV3(ctx: ExecuteContext): ExecuteResult {
  const turn = takeTurn(ctx);
  return 'batch' in turn ? [[], turn.batch] : [turn.processed, []];
}

function takeTurn(ctx: ExecuteContext): Turn {
  const batchSize = Math.trunc(Number(ctx.param('batchSize')));
  if (!(batchSize >= 1))
    throw new NodeError('"Batch Size" must be a number, 1 or more.', { code: 'PARAMETER_INVALID', parameter: 'batchSize' });
  const context = ctx.nodeContext();
  const items = ctx.input();
  const source = ctx.sources[0] ?? null;
  const isReset = ctx.param('options.reset') === true;
  if (context['items'] === undefined || isReset) Object.assign(context, newLoop(items, source, batchSize));
  else takeBack(context as LoopState, items, source);
  return nextTurn(context as LoopState, batchSize);
}

export const splitInBatches = defineNode({
  type: 'n8n-nodes-base.splitInBatches',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
    { description: descriptionV3, execute: executeV3 },
  ],
});
