// Webhook: starts the workflow when its URL is called.
import { defineNode, NodeError, type WebhookContext, type WebhookResult } from '../../sdk/index.ts';
import { description } from './description.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { accessDenied } from '../_shared/webhook/access.ts';
import { webhookResponseOf, readFrom } from '../_shared/webhook/response.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';
import { itemOfCall, type ItemOptions } from '../_shared/webhook/item.ts';

/** Checks access to a request, converts it to items, and selects their output and the response. */
async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const reply = accessDenied(ctx);
  if (reply !== undefined) return { reply };
  const authentication = ctx.param('authentication');
  let proof: Pick<ItemOptions, 'jwtPayload' | 'secretHeader'> = {};
  if (authentication !== undefined && authentication !== 'none') {
    const checked = await checkCaller(ctx, authentication);
    if ('rejected' in checked) return { reply: checked.rejected };
    proof = checked;
  }
  const failure = misuse(ctx);
  if (failure !== undefined) return { failure };
  const response = webhookResponseOf(readFrom(ctx));
  const name = ctx.param('options.binaryPropertyName');
  const item = await itemOfCall(ctx, {
    rawBody: ctx.param('options.rawBody') === true,
    asFile: ctx.param('options.binaryData') === true,
    ...(typeof name === 'string' && name !== '' ? { binaryPropertyName: name } : undefined),
    ...proof,
  });
  return { items: outputs(ctx, item), ...response };
}

interface Responses {
  /** Whether a Respond to Webhook node comes after the webhook. */
  readonly exist: boolean;
  /** Whether a node behind the webhook, such as Wait, lets it respond to another request. */
  readonly haveOtherUse: boolean;
}

/** By Webhook node, which belongs to one version of a workflow. */
const cache = new WeakMap<WorkflowNode, Responses>();

function responsesBehind(ctx: WebhookContext): Responses {
  const { node } = ctx;
  const before = cache.get(node);
  if (before !== undefined) return before;
  const children = ctx.relatives(node.name, 'children').filter(({ disabled }) => disabled !== true);
  const responses = {
    exist: children.some(({ type }) => type === 'n8n-nodes-base.respondToWebhook'),
    haveOtherUse: children.some(({ parameters }) => parameters?.['responseMode'] === 'responseNode'),
  };
  cache.set(node, responses);
  return responses;
}

/** Since version 2, a webhook whose mode and Respond to Webhook nodes do not fit together fails. */
function misuse(ctx: WebhookContext): NodeError | undefined {
  if (ctx.version < 2) return undefined;
  const mode = ctx.param('responseMode');
  const { exist, haveOtherUse } = responsesBehind(ctx);
  if (mode === 'responseNode' && !exist) {
    return new NodeError('No Respond to Webhook node found in the workflow', {
      code: 'PARAMETER_INVALID',
      parameter: 'responseMode',
      hint: 'Connect a "Respond to Webhook" node behind this one, or choose another option of "Respond".',
    });
  }
  if (!exist || haveOtherUse || mode === 'responseNode' || mode === 'streaming') return undefined;
  return new NodeError('Unused Respond to Webhook node found in the workflow', {
    code: 'PARAMETER_INVALID',
    parameter: 'responseMode',
    hint: 'Set "Respond" to "Using \'Respond to Webhook\' Node", or remove the node.',
  });
}

/** Returns one output, or one per method in the order of their selection. */
function outputs(ctx: WebhookContext, item: Item): readonly ItemList[] {
  const methods = ctx.param('multipleMethods') === true ? ctx.param('httpMethod') : undefined;
  if (!Array.isArray(methods)) return [[item]];
  return methods.map((method) => (method === ctx.request.method ? [item] : []));
}

export const webhook = defineNode({ type: 'n8n-nodes-base.webhook', icon: 'icon.svg', versions: [{ description, webhook: receive }] });
