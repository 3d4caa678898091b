// Convert to/from Binary Data: converts an item's file to fields, or fields to a file.
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import { ExactNumber } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath, hasField, removeField, setField, takeField } from '../_shared/fields/field-path.ts';
import { base64Bytes } from '../_shared/files/base64.ts';
import { fileOf, withFile, withoutFile } from '../_shared/files/item-files.ts';
import { bytesOfFile, decodeText, encodeText, parseJsonFile } from '../_shared/files/text-encoding.ts';
import { textOf } from '../_shared/text-of.ts';

type Options = Readonly<Record<string, unknown>>;

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, (item, index) =>
    ctx.param('mode', index, 'binaryToJson') === 'jsonToBinary' ? toFile(ctx, item, index) : toFields(ctx, item, index),
  );
}

async function toFields(ctx: ExecuteContext, item: Item, index: number): Promise<Item> {
  const options = ctx.param<Options>('options', index, {});
  const source = textOf(ctx.param('sourceKey', index, 'data'));
  const entry = fileOf(item, source, index, 'sourceKey');
  const binary = options['keepSource'] === true ? item.binary : withoutFile(item.binary, source);
  const bytes = await bytesOfFile(ctx, entry);
  const stripBom = options['stripBOM'] !== false;
  const parseFile = (): Promise<unknown> => parseJsonFile(ctx, bytes, source, encodingOf(options), { stripBom });
  const json = ctx.param('setAllData', index, true) ? wholeItem(await parseFile(), source) : { ...item.json };
  if (!ctx.param('setAllData', index, true)) {
    const value =
      options['keepAsBase64'] === true
        ? Buffer.from(bytes).toString('base64')
        : options['jsonParse'] === true
          ? await parseFile()
          : await decodeText(bytes, encodingOf(options), { stripBom });
    setField(json, fieldPath(ctx.param('destinationKey', index, 'data')), value);
  }
  return binary === undefined ? { json } : { json, binary };
}

function wholeItem(value: unknown, source: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new NodeError(`The file "${source}" contains JSON that is not an object, which cannot become the fields of an item.`, {
    hint: 'Turn off "Set All Data" and turn on the option "JSON Parse" to store it in one field.',
    parameter: 'setAllData',
  });
}

async function toFile(ctx: ExecuteContext, item: Item, index: number): Promise<Item> {
  const options = ctx.param<Options>('options', index, {});
  const all = ctx.param('convertAllData', index, true);
  const path = fieldPath(all ? '' : ctx.param('sourceKey', index, 'data'));
  if (!all && !hasField(item.json, path)) {
    throw new NodeError(`Item ${index} has no field "${path.name}". Enter the name of the field to convert.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'sourceKey',
    });
  }
  const value = all ? item.json : takeField(item.json, path);
  const bytes =
    !all && options['dataIsBase64'] === true
      ? base64Bytes(value, path.name)
      : await encodeText(textFor(value, options), encodingOf(options), { addBom: options['addBOM'] === true });
  const fileName = textOf(options['fileName']);
  const entry = await ctx.binary.write(bytes, {
    mimeType: textOf(options['mimeType']) || 'application/json',
    ...(fileName === '' ? {} : { fileName }),
  });
  const json = { ...(all && options['keepSource'] !== true ? {} : item.json) };
  if (!all && options['keepSource'] !== true) removeField(json, path);
  return { json, binary: withFile(item.binary, textOf(ctx.param('destinationKey', index, 'data')), entry) };
}

/** Returns a value as JSON, or as text if "Use Raw Data" is set. */
const textFor = (value: unknown, options: Options): string =>
  options['useRawData'] === true ? textOf(value) : value instanceof ExactNumber ? value.text : (stringifyExactly(value) ?? '');

const encodingOf = (options: Options): string => textOf(options['encoding']) || 'utf8';
