// Files that nodes send to a service: those of the item, and those at addresses.
import type { BinaryEntry } from '../../../../contract/run-data.ts';
import { NodeError } from '../../../../sdk/index.ts';
import { fileNameInUrl, mimeTypeOf } from '../../../../workflow/values/http-headers.ts';
import { fileOf } from '../../files/item-files.ts';
import { commaList, type OperationCall } from './node-operations.ts';

/** Returns the files of the item in the fields that a parameter names, separated by commas. Throws NodeError PARAMETER_INVALID. */
export function itemFiles({ ctx, item, itemIndex }: OperationCall, parameter = 'binaryPropertyName'): readonly BinaryEntry[] {
  const names = commaList(ctx.param(parameter, itemIndex, 'data'));
  if (names.length > 0) return names.map((name) => fileOf(item, name, itemIndex, parameter));
  throw new NodeError('No field with a file is named.', { code: 'PARAMETER_INVALID', parameter, itemIndex });
}

/** Returns the addresses in a parameter, separated by commas. Throws NodeError PARAMETER_INVALID. */
export function addressesIn({ ctx, itemIndex }: OperationCall, parameter: string): readonly string[] {
  const value = ctx.param(parameter, itemIndex, '');
  // An address with data contains commas.
  const addresses = typeof value === 'string' && value.startsWith('data:') ? [value] : commaList(value);
  const invalid = addresses.find((address) => !/^(?:https?:\/\/|data:)/i.test(address) || !URL.canParse(address));
  if (invalid === undefined && addresses.length > 0) return addresses;
  throw new NodeError(invalid === undefined ? 'The address is missing.' : `"${invalid}" is not an address.`, {
    code: 'PARAMETER_INVALID',
    parameter,
    itemIndex,
    hint: 'Enter an address that starts with "https://". Separate several by commas.',
  });
}

/** Returns a file's content in base64. */
export const base64Of = async ({ ctx }: OperationCall, file: BinaryEntry): Promise<string> =>
  Buffer.from(await ctx.binary.read(file)).toString('base64');

export const dataUrlOf = async (call: OperationCall, file: BinaryEntry): Promise<string> =>
  `data:${file.mimeType};base64,${await base64Of(call, file)}`;

/** Fetches a file, without the node's credential, and stores it while it arrives. Throws NodeError. */
export async function fetchedFile({ ctx, itemIndex }: OperationCall, url: string): Promise<BinaryEntry> {
  const response = await ctx.http.request({ url, signal: ctx.signal });
  if (response.status >= 400) {
    throw new NodeError(`The file cannot be fetched: the server responded with status ${response.status}.`, {
      code: 'NODE_REQUEST_FAILED',
      httpCode: String(response.status),
      itemIndex,
      hint: 'Check that the address is that of a file which everybody can read.',
    });
  }
  const fileName = fileNameInUrl(response.url);
  const mimeType = mimeTypeOf([response.headers['content-type']].flat()[0]);
  return ctx.binary.write(response.stream(), {
    ...(fileName === undefined || fileName === '' ? {} : { fileName }),
    ...(mimeType === undefined ? {} : { mimeType }),
  });
}

/** Returns the json of an item with a file: what is known of it without reading it. */
export const fileFacts = ({ data: _data, id: _id, ...facts }: BinaryEntry): Record<string, unknown> => facts;
