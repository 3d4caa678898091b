// Extract from File: converts the content of files to items, or to a field of their item.
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath, setField } from '../_shared/fields/field-path.ts';
import { fileOf } from '../_shared/files/item-files.ts';
import { isSmallCalendar } from '../_shared/files/read-calendar.ts';
import { rowsOfFile } from '../_shared/files/sheet-options.ts';
import { bytesOfFile, parseJsonFile, textOfFile } from '../_shared/files/text-encoding.ts';
import { parseOnThread } from '../_shared/parse-tasks.ts';
import { textOf } from '../_shared/text-of.ts';

type Options = Readonly<Record<string, unknown>>;
const tables = new Set(['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx']);

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const operation = ctx.param('operation', index, 'csv');
    const options = ctx.param<Options>('options', index, {});
    const name = textOf(ctx.param('binaryPropertyName', index, 'data'));
    const entry = fileOf(item, name, index);
    if (tables.has(operation)) return (await rowsOfFile(ctx, entry, { format: operation, newest: 1.1 }, options)).map((json) => ({ json }));
    const json = keepsSource(options, 'json') ? { ...item.json } : {};
    if (operation === 'pdf') Object.assign(json, await pdfFields(ctx, entry, options));
    else setField(json, fieldPath(ctx.param('destinationKey', index, 'data')), await content(ctx, entry, { operation, options, name }));
    return keepsSource(options, 'binary') && item.binary !== undefined ? { json, binary: item.binary } : { json };
  });
}

const keepsSource = ({ keepSource }: Options, part: 'json' | 'binary'): boolean =>
  keepSource === part || keepSource === 'both' || keepSource === true;

const pdfFields = async (ctx: ExecuteContext, entry: BinaryEntry, options: Options): Promise<Item['json']> =>
  parseOnThread(ctx, 'pdfText', false, await bytesOfFile(ctx, entry), {
    password: textOf(options['password']) || undefined,
    maxPages: Number(options['maxPages'] ?? 0),
    joinPages: options['joinPages'] !== false,
  });

async function content(
  ctx: ExecuteContext,
  entry: BinaryEntry,
  { operation, options, name }: { readonly operation: string; readonly options: Options; readonly name: string },
): Promise<unknown> {
  const encoding = textOf(options['encoding']) || 'utf8';
  const stripBom = options['stripBOM'] !== false;
  const readText = (): Promise<string> => textOfFile(ctx, entry, encoding, { stripBom });
  switch (operation) {
    case 'binaryToPropery':
      return Buffer.from(await bytesOfFile(ctx, entry)).toString('base64');
    case 'fromJson':
      return parseJsonFile(ctx, await bytesOfFile(ctx, entry), name, encoding, { stripBom });
    case 'fromIcs':
      return calendar(ctx, entry, encoding, stripBom);
    case 'text':
    case 'xml':
      return readText();
    default:
      throw new NodeError(`The operation "${operation}" does not exist. Choose one in the node.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'operation',
      });
  }
}

async function calendar(ctx: ExecuteContext, entry: BinaryEntry, encoding: string, stripBom: boolean): Promise<Item['json']> {
  const bytes = await bytesOfFile(ctx, entry);
  return parseOnThread(ctx, 'calendarFields', isSmallCalendar(bytes), bytes, { encoding, stripBom });
}
