// Read Binary File: adds a local file to each item.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { readFromDisk } from '../_shared/files/disk.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { textOf } from '../_shared/text-of.ts';

const description: NodeVersion['description'] = {
  displayName: 'Read Binary File',
  description: 'Reads a file on this computer',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["filePath"] }}',
  defaults: { name: 'Read Binary File', color: '#449922' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'File Path',
      name: 'filePath',
      type: 'string',
      default: '',
      required: true,
      placeholder: '/data/example.jpg',
      description: 'Path of the file to read',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the item's output file",
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'load', 'open', 'import'] },
};

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
