// Convert to File: converts items, or their fields, to files.
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { type ExecuteContext, failedItem, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath, getField } from '../_shared/fields/field-path.ts';
import { base64Bytes, dataUrlType } from '../_shared/files/base64.ts';
import { eventFile } from '../_shared/files/event-properties.ts';
import { withFile } from '../_shared/files/item-files.ts';
import { fileOfItems } from '../_shared/files/sheet-options.ts';
import { encodeText } from '../_shared/files/text-encoding.ts';
import { jsonListText } from '../_shared/json-list-text.ts';
import { textOf } from '../_shared/text-of.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';

type Options = Readonly<Record<string, unknown>>;
const tables = new Set(['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx']);

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const operation = ctx.param('operation', 0, 'csv');
  const options = (index: number): Options => ctx.param<Options>('options', index, {});
  if (tables.has(operation)) return once(ctx, () => fileOfItems(ctx, ctx.input(), { format: operation, newest: 1.1 }, options(0)));
  if (operation === 'toJson' && ctx.param('mode', 0, 'once') !== 'each') {
    return once(ctx, () =>
      jsonFile(
        ctx,
        ctx.input().map(({ json }) => json),
        options(0),
      ),
    );
  }
  const make = each.get(operation);
  if (make === undefined) {
    throw new NodeError(`The operation "${operation}" does not exist. Choose one in the node.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'operation',
    });
  }
  return mapItemsAsync(ctx, async (item, index) => itemWith(ctx, await make(ctx, item, index, options(index)), index));
}

type Make = (ctx: ExecuteContext, item: Item, index: number, options: Options) => Promise<BinaryEntry>;

const each: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['iCal', (ctx, _item, index) => eventFile(ctx, index)],
  ['ics', (ctx, _item, index) => eventFile(ctx, index)],
  ['toJson', (ctx, item, _index, options) => jsonFile(ctx, item.json, options)],
  [
    'toText',
    async (ctx, item, index, options) =>
      ctx.binary.write(await encoded(textOf(sourceOf(ctx, item, index)), options), {
        fileName: textOf(options['fileName']) || 'file.txt',
        mimeType: 'text/plain',
      }),
  ],
  ['toBinary', moved],
]);

async function once(ctx: ExecuteContext, make: () => Promise<BinaryEntry>): Promise<NodeOutput> {
  try {
    return [[{ ...itemWith(ctx, await make(), 0), pairedItem: ctx.input().map((_, item) => ({ item })) }]];
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    return [[failedItem(error, 0)]];
  }
}

const itemWith = (ctx: ExecuteContext, entry: BinaryEntry, index: number): Item => ({
  json: {},
  binary: withFile(undefined, textOf(ctx.param('binaryPropertyName', index, 'data')), entry),
});

async function jsonFile(ctx: ExecuteContext, value: unknown, options: Options): Promise<BinaryEntry> {
  const indent = options['format'] === true ? 2 : 0;
  const json = Array.isArray(value) ? await jsonListText(value, ctx.signal, indent) : (stringifyExactly(value, indent) ?? '');
  return ctx.binary.write(await encoded(json, options), {
    fileName: textOf(options['fileName']) || 'file.json',
    mimeType: 'application/json',
  });
}

const encoded = (text: string, options: Options): Promise<Uint8Array> =>
  encodeText(text, textOf(options['encoding']) || 'utf8', { addBom: options['addBOM'] === true });

function sourceOf(ctx: ExecuteContext, item: Item, index: number): unknown {
  const path = fieldPath(ctx.param('sourceProperty', index, ''));
  const value = path.name === '' ? undefined : getField(item.json, path);
  if (value !== undefined && value !== null) return value;
  throw new NodeError(
    path.name === '' ? 'Enter the name of the field to convert.' : `Item ${index} has no value in the field "${path.name}".`,
    {
      code: 'PARAMETER_INVALID',
      parameter: 'sourceProperty',
      hint: 'Enter the name of a field that the item has; a.b refers to a nested field.',
    },
  );
}

async function moved(ctx: ExecuteContext, item: Item, index: number, options: Options): Promise<BinaryEntry> {
  const value = sourceOf(ctx, item, index);
  const isBase64 = options['dataIsBase64'] !== false;
  const content = isBase64 ? base64Bytes(value, textOf(ctx.param('sourceProperty', index, ''))) : await encoded(textOf(value), options);
  const mimeType = textOf(options['mimeType']) || (isBase64 ? dataUrlType(value) : undefined);
  const fileName = textOf(options['fileName']) || 'file';
  return ctx.binary.write(content, { fileName, ...(mimeType === undefined ? {} : { mimeType }) });
}
