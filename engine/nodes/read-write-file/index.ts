// Read/Write Files from Disk: converts local files to items, or writes items' files to the disk.
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { writeItems } from '../_shared/files/disk.ts';
import { description } from './description.ts';
import { readItems } from './read-items.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  ctx.param('operation', 0, 'read') === 'write' ? writeItems(ctx) : readItems(ctx);

export const readWriteFile = defineNode({
  type: 'n8n-nodes-base.readWriteFile',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
