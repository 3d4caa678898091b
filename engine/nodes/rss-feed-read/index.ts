// RSS Read: an item for each entry of a feed. Version 1 reads one feed, versions since 1.1 read one per input item.
import { defineNode, type ExecuteContext, failedItem, mapItemsAsync, type NodeOutput, toItems } from '../../sdk/index.ts';
import type { Item } from '../../contract/run-data.ts';
import { fetchFeed } from '../_shared/feed/fetch-feed.ts';
import { description } from './description.ts';

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  if (ctx.version > 1) return mapItemsAsync(ctx, (_item, index) => readItems(ctx, index));
  try {
    return [await readItems(ctx, 0)];
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    return [[failedItem(error, 0)]];
  }
}

async function readItems(ctx: ExecuteContext, index: number): Promise<Item[]> {
  const customFields = ctx.param('options.customFields', index, '');
  const entries = await fetchFeed(ctx, {
    url: ctx.param('url', index),
    ignoreSsl: ctx.param('options.ignoreSSL', index, false) === true,
    customFields: String(customFields)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  });
  return toItems(entries, index);
}

export const rssFeedRead = defineNode({ type: 'n8n-nodes-base.rssFeedRead', icon: 'icon.svg', versions: [{ description, execute }] });
