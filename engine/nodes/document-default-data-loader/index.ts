// Default Data Loader: makes documents of the fields or files of items.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type Supply, type TextDocument } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { DEFAULT_LIMITS, splitRecursively } from '../_shared/ai/splitting/split-text.ts';
import { metadataValues } from '../_shared/ai/vector-stores/metadata-values.ts';
import { fileOf } from '../_shared/files/item-files.ts';
import { description } from './description.ts';
import { documentsOfFile } from './file-documents.ts';
import { documentsOfJson, pointersOf } from './json-documents.ts';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const attached = new Attached(ctx);
  const splitter = await attached.splitter(itemIndex);
  const split = (text: string): Promise<readonly string[]> => splitter?.split(text) ?? splitRecursively(text, DEFAULT_LIMITS, ctx.signal);
  const load = async (item: Item, index: number): Promise<readonly TextDocument[]> => {
    const isJson = ctx.param('dataType', index, 'json') === 'json';
    const documents = isJson ? documentsOfItem(ctx, item, index) : await documentsOfFiles(ctx, item, index);
    const own = metadataValues(ctx, index) ?? {};
    const chunks: TextDocument[] = [];
    for (const { pageContent, metadata } of documents) {
      for (const chunk of located(pageContent, await split(pageContent))) {
        chunks.push({ pageContent: chunk.text, metadata: { ...metadata, ...withLines(metadata, chunk), ...own } });
      }
    }
    return chunks;
  };
  return { ai_document: { load }, close: () => attached.close() };
}

function documentsOfItem(ctx: ExecuteContext, item: Item, itemIndex: number): readonly TextDocument[] {
  const isWhole = ctx.param('jsonMode', itemIndex, 'allInputData') === 'allInputData';
  const data = isWhole ? item.json : ctx.param('jsonData', itemIndex);
  if (typeof data === 'object' && data !== null) return documentsOfJson(data, pointersOf(ctx, itemIndex));
  const text = data === undefined || data === null ? '' : String(data);
  return text.trim() === '' ? [] : [{ pageContent: text, metadata: { source: 'blob', blobType: 'text/plain' } }];
}

async function documentsOfFiles(ctx: ExecuteContext, item: Item, itemIndex: number): Promise<readonly TextDocument[]> {
  const isAll = ctx.param('binaryMode', itemIndex, 'allInputData') === 'allInputData';
  const names = isAll ? Object.keys(item.binary ?? {}) : [ctx.param('binaryDataKey', itemIndex, 'data')];
  const documents: TextDocument[] = [];
  // An item without files fails with the names of those that it has.
  for (const name of names.length === 0 ? ['data'] : names) {
    for (const document of await documentsOfFile(ctx, fileOf(item, name, itemIndex, 'binaryDataKey'), itemIndex)) documents.push(document);
  }
  return documents;
}

interface Chunk {
  readonly text: string;
  /** Numbers of its first and last line. */
  readonly from: number;
  readonly to: number;
}

/** Returns chunks with their lines in the text. */
function located(text: string, chunks: readonly string[]): readonly Chunk[] {
  let at = 0;
  let line = 1;
  let counted = 0;
  return chunks.map((chunk) => {
    const start = text.indexOf(chunk, at);
    if (start >= 0) {
      line += lineBreaks(text.slice(counted, start));
      counted = start;
      at = start + 1;
    }
    return { text: chunk, from: line, to: line + lineBreaks(chunk) };
  });
}

const lineBreaks = (text: string): number => text.split('\n').length - 1;

const withLines = ({ loc }: JsonObject, { from, to }: Chunk): JsonObject => ({
  loc: { ...(loc as JsonObject | undefined), lines: { from, to } },
});

export const documentDefaultDataLoader = defineNode({
  type: '@n8n/n8n-nodes-langchain.documentDefaultDataLoader',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [{ description, supply }],
});
