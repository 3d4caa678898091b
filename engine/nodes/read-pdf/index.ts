// Read PDF: the text and metadata of a PDF file.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { fileOf } from '../_shared/files/item-files.ts';
import { bytesOfFile } from '../_shared/files/text-encoding.ts';
import { parseOnThread } from '../_shared/parse-tasks.ts';
import { textOf } from '../_shared/text-of.ts';

const description: NodeVersion['description'] = {
  displayName: 'Read PDF',
  description: 'Reads the text of PDF files',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["binaryPropertyName"] }}',
  defaults: { name: 'Read PDF', color: '#003355' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the item's file",
    },
    {
      displayName: 'Encrypted',
      name: 'encrypted',
      type: 'boolean',
      default: false,
      required: true,
      description: 'Whether the file is password-protected',
    },
    {
      displayName: 'Password',
      name: 'password',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Password of the file',
      displayOptions: { show: { encrypted: [true] } },
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['pdf', 'text', 'document'] },
};

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const entry = fileOf(item, textOf(ctx.param('binaryPropertyName', index, 'data')), index);
    const password = ctx.param('encrypted', index, false) ? textOf(ctx.param('password', index, '')) : undefined;
    const json = await parseOnThread(ctx, 'pdfText', false, await bytesOfFile(ctx, entry), { password, maxPages: 0, joinPages: true });
    return { json, binary: item.binary as NonNullable<typeof item.binary> };
  });
}

export const readPdf = defineNode({ type: 'n8n-nodes-base.readPDF', icon: 'icon.svg', versions: [{ description, execute }] });
