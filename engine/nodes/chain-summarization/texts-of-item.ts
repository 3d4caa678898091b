// The texts of an item that are summarized: its fields, a file, or the documents of a loader, in parts.
import type { Item } from '../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import type { Attached } from '../_shared/ai/attached.ts';
import { chunkLimits, DEFAULT_LIMITS, splitRecursively } from '../_shared/ai/splitting/split-text.ts';
import { fileOf } from '../_shared/files/item-files.ts';
import { bytesOfFile, textOfFile } from '../_shared/files/text-encoding.ts';
import { parseOnThread } from '../_shared/parse-tasks.ts';

/** Returns the parts of the item's texts. Throws NodeError if there is no text. */
export async function textsOfItem(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<readonly string[]> {
  const mode = ctx.version < 2 ? 'documentLoader' : ctx.param('operationMode', itemIndex, 'nodeInputJson');
  const texts =
    mode === 'documentLoader' ? await documentsOf(attached, item, itemIndex) : await partsOf(ctx, attached, item, itemIndex, mode);
  const filled = texts.filter((text) => text.trim() !== '');
  if (filled.length > 0) return filled;
  throw new NodeError('There is no text to summarize.', { itemIndex, hint: 'Check the input of the node, and "Data to Summarize".' });
}

async function documentsOf(attached: Attached, item: Item, itemIndex: number): Promise<readonly string[]> {
  const loader = await attached.loader(itemIndex);
  const documents = await loader.load(item, itemIndex);
  return documents.map(({ pageContent }) => pageContent);
}

async function partsOf(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number, mode: string): Promise<readonly string[]> {
  const text = mode === 'nodeInputBinary' ? await textOfBinary(ctx, item, itemIndex) : textOfJson(item);
  if (ctx.param('chunkingMode', itemIndex, 'simple') === 'advanced') {
    return (await (await attached.splitter(itemIndex))?.split(text)) ?? [];
  }
  return splitRecursively(text, chunkLimits(ctx, itemIndex, DEFAULT_LIMITS), ctx.signal);
}

const textOfJson = ({ json }: Item): string =>
  Object.entries(json)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

async function textOfBinary(ctx: ExecuteContext, item: Item, itemIndex: number): Promise<string> {
  const name = ctx.param('options.binaryDataKey', itemIndex, 'data');
  const entry = fileOf(item, name, itemIndex, 'options.binaryDataKey');
  const { mimeType } = entry;
  if (isText(mimeType)) return textOfFile(ctx, entry, 'utf8');
  if (mimeType !== 'application/pdf') {
    throw new NodeError(`A file of the type "${mimeType}" cannot be summarized.`, {
      itemIndex,
      hint: 'Use a text or PDF file, or extract its text with the node "Extract from File" first.',
    });
  }
  const { text } = await parseOnThread(ctx, 'pdfText', false, await bytesOfFile(ctx, entry), { maxPages: 0, joinPages: true });
  return String(text ?? '');
}

const isText = (type: string): boolean =>
  type.startsWith('text/') || /(?:^application\/|\+)(?:json|xml|yaml|x-yaml|javascript|csv)$/.test(type);
