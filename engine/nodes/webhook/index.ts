// Webhook: starts the workflow when its URL is called.
import { defineNode, type WebhookContext, type WebhookResult } from '../../sdk/index.ts';
import { description } from './description.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import { refusedByAccess } from '../_shared/webhook/access.ts';
import { answerOf, readFrom } from '../_shared/webhook/answer.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';
import { itemOfCall, type ItemOptions } from '../_shared/webhook/item.ts';

/** Checks access to a request, converts it to items, and selects their output and the response. */
async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const reply = refusedByAccess(ctx);
  if (reply !== undefined) return { reply };
  const authentication = ctx.param('authentication');
  let proof: Pick<ItemOptions, 'jwtPayload' | 'secretHeader'> = {};
  if (authentication !== undefined && authentication !== 'none') {
    const checked = await checkCaller(ctx, authentication);
    if ('refused' in checked) return { reply: checked.refused };
    proof = checked;
  }
  const answer = answerOf(readFrom(ctx));
  const name = ctx.param('options.binaryPropertyName');
  const item = await itemOfCall(ctx, {
    rawBody: ctx.param('options.rawBody') === true,
    asFile: ctx.param('options.binaryData') === true,
    ...(typeof name === 'string' && name !== '' ? { binaryPropertyName: name } : undefined),
    ...proof,
  });
  return { items: outputs(ctx, item), ...answer };
}

/** Returns one output, or one per method in the order of their selection. */
function outputs(ctx: WebhookContext, item: Item): readonly ItemList[] {
  const methods = ctx.param('multipleMethods') === true ? ctx.param('httpMethod') : undefined;
  if (!Array.isArray(methods)) return [[item]];
  return methods.map((method) => (method === ctx.request.method ? [item] : []));
}

export const webhook = defineNode({ type: 'n8n-nodes-base.webhook', icon: 'icon.svg', versions: [{ description, webhook: receive }] });
