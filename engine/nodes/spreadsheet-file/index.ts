// Spreadsheet File: converts between items and the rows of spreadsheets.
import { defineNode, type ExecuteContext, failedItem, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { description } from './description.ts';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { fileOf, withFile } from '../_shared/files/item-files.ts';
import { fileOfItems, rowsOfFile } from '../_shared/files/sheet-options.ts';
import { textOf } from '../_shared/text-of.ts';

type Options = Readonly<Record<string, unknown>>;

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return ctx.param('operation', 0, 'fromFile') === 'toFile' ? toFile(ctx) : fromFile(ctx);
}

function fromFile(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const entry = fileOf(item, textOf(ctx.param('binaryPropertyName', index, 'data')), index);
    // Version 1 also reads CSV as a spreadsheet, so that its numbers are numbers.
    const format = ctx.version < 2 ? 'sheet' : formatOf(ctx.param('fileFormat', index, 'autodetect'), entry);
    const rows = await rowsOfFile(ctx, entry, { format, newest: 2 }, ctx.param<Options>('options', index, {}));
    return rows.map((json) => ({ json }));
  });
}

function formatOf(chosen: string, { mimeType, fileExtension }: BinaryEntry): string {
  if (chosen !== 'autodetect') return chosen;
  return mimeType === 'text/csv' || fileExtension?.toLowerCase() === 'csv' ? 'csv' : 'sheet';
}

async function toFile(ctx: ExecuteContext): Promise<NodeOutput> {
  const items = ctx.input();
  try {
    const format = ctx.param('fileFormat', 0, 'xls');
    const entry = await fileOfItems(ctx, items, { format, newest: 2 }, ctx.param<Options>('options', 0, {}));
    const binary = withFile(undefined, textOf(ctx.param('binaryPropertyName', 0, 'data')), entry);
    return [[{ json: {}, binary, pairedItem: items.map((_, item) => ({ item })) }]];
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    return [[failedItem(error, 0)]];
  }
}

export const spreadsheetFile = defineNode({
  type: 'n8n-nodes-base.spreadsheetFile',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
