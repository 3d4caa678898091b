// Writes the items' files to the disk, one after the other, and adds the file name to each item.
import { type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../../sdk/index.ts';
import { textOf } from '../text-of.ts';
import { writeToDisk } from './disk.ts';
import { fileOf } from './item-files.ts';

/** Reads the parameters `fileName`, `dataPropertyName` and `options.append`. */
export function writeItems(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const fileName = textOf(ctx.param('fileName', index));
    const entry = fileOf(item, textOf(ctx.param('dataPropertyName', index, 'data')), index, 'dataPropertyName');
    await writeToDisk(ctx, entry, fileName, { append: ctx.param('options.append', index, false), parameter: 'fileName' });
    const json = { ...item.json, fileName };
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}
