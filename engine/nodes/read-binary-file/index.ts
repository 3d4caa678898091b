// Read Binary File: adds a local file to each item.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { readFromDisk } from '../_shared/files/disk.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { textOf } from '../_shared/text-of.ts';
import { description } from './description.ts';

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async ({ json, binary }, index) => {
    const entry = await readFromDisk(ctx, textOf(ctx.param('filePath', index)), 'filePath');
    return { json, binary: withFile(binary, textOf(ctx.param('dataPropertyName', index, 'data')), entry) };
  });
}

export const readBinaryFile = defineNode({
  type: 'n8n-nodes-base.readBinaryFile',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
