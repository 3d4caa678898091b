// Read PDF: the text and metadata of a PDF file.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { fileOf } from '../_shared/files/item-files.ts';
import { bytesOfFile } from '../_shared/files/text-encoding.ts';
import { parsed } from '../_shared/parse-tasks.ts';
import { textOf } from '../_shared/text-of.ts';
import { description } from './description.ts';

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const entry = fileOf(item, textOf(ctx.param('binaryPropertyName', index, 'data')), index);
    const password = ctx.param('encrypted', index, false) ? textOf(ctx.param('password', index, '')) : undefined;
    const json = await parsed(ctx, 'pdfText', false, await bytesOfFile(ctx, entry), { password, maxPages: 0, joinPages: true });
    return { json, binary: item.binary as NonNullable<typeof item.binary> };
  });
}

export const readPdf = defineNode({ type: 'n8n-nodes-base.readPDF', icon: 'icon.svg', versions: [{ description, execute }] });
