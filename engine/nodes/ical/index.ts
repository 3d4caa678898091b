// iCalendar: creates a calendar file with one event from each item.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { eventFile } from '../_shared/files/event-properties.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { textOf } from '../_shared/text-of.ts';
import { description } from './description.ts';

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (_item, index) => ({
    json: {},
    binary: withFile(undefined, textOf(ctx.param('binaryPropertyName', index, 'data')), await eventFile(ctx, index)),
  }));
}

export const iCal = defineNode({ type: 'n8n-nodes-base.iCal', icon: 'icon.svg', versions: [{ description, execute }] });
