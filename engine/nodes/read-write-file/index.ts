// Read/Write Files from Disk: converts local files to items, or writes items' files to the disk.
import { defineNode, type ExecuteContext, type NodeOutput, mapItemsAsync, NodeError } from '../../sdk/index.ts';
import { writeItems, readFromDisk } from '../_shared/files/disk.ts';
import { description } from './description.ts';
import { dirname } from 'node:path';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { selectedFiles } from '../_shared/files/file-selector.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { textOf } from '../_shared/text-of.ts';

type Options = Readonly<Record<string, unknown>>;

/** Reads the selected files: one item each, with the file's metadata. */
function readItems(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (_item, index) => {
    const selector = textOf(ctx.param('fileSelector', index));
    const options = ctx.param<Options>('options', index, {});
    const paths = await selectedFiles(ctx, selector);
    if (paths.length === 0) {
      throw new NodeError('No file(s) found', {
        parameter: 'fileSelector',
        description: `Nothing matches "${selector}".`,
        hint: 'Check the path. Relative paths start at the folder in which the program was started.',
      });
    }
    const items: Item[] = [];
    for (const path of paths) items.push(await itemOf(ctx, path, options));
    return items;
  });
}

async function itemOf(ctx: ExecuteContext, path: string, options: Options): Promise<Item> {
  const message = (name: string): string | undefined => textOf(options[name]) || undefined;
  const fileName = message('fileName');
  const mimeType = message('mimeType');
  const entry = await readFromDisk(ctx, path, 'fileSelector', {
    ...(fileName === undefined ? {} : { fileName }),
    ...(mimeType === undefined ? {} : { mimeType }),
  });
  const extension = message('fileExtension')?.replace(/^\./, '');
  const file: BinaryEntry = { ...entry, ...(extension === undefined ? {} : { fileExtension: extension }), directory: dirname(path) };
  const { data: _data, id: _id, bytes: _bytes, ...about } = file;
  return { json: about, binary: withFile(undefined, message('dataPropertyName') ?? 'data', file) };
}

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  ctx.param('operation', 0, 'read') === 'write' ? writeItems(ctx) : readItems(ctx);

export const readWriteFile = defineNode({
  type: 'n8n-nodes-base.readWriteFile',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
