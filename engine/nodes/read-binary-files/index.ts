// Read Binary Files: one item for each local file that matches a pattern.
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, failedItem, type NodeOutput, pairedWith, type NodeVersion } from '../../sdk/index.ts';
import { readFromDisk } from '../_shared/files/disk.ts';
import { selectedFiles } from '../_shared/files/file-selector.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { textOf } from '../_shared/text-of.ts';

const description: NodeVersion['description'] = {
  displayName: 'Read Binary Files',
  description: 'Reads files on this computer',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["fileSelector"] }}',
  defaults: { name: 'Read Binary Files', color: '#44AA44' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'File Selector',
      name: 'fileSelector',
      type: 'string',
      default: '',
      required: true,
      placeholder: '*.jpg',
      description:
        'Pattern for the paths of the files to read: * matches any characters except separators, ** also folders, ? one character, [ab] one of these',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the items' output file",
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'load', 'open', 'import', 'glob'] },
};

/** The node runs once, so the pattern is that of the first item. */
async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const output: Item[] = [];
  try {
    const name = textOf(ctx.param('dataPropertyName', 0, 'data'));
    for (const path of await selectedFiles(ctx, textOf(ctx.param('fileSelector', 0)))) {
      const entry = await readFromDisk(ctx, path, 'fileSelector');
      output.push({ json: {}, binary: withFile(undefined, name, entry), pairedItem: pairedWith(0) });
    }
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    output.push(failedItem(error, 0));
  }
  return [output];
}

export const readBinaryFiles = defineNode({
  type: 'n8n-nodes-base.readBinaryFiles',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
