// `this.helpers` of package code: items, files and requests.
import dns from 'node:dns';
import { win32 } from 'node:path';
import { Readable } from 'node:stream';
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import type { TokenUse } from '../../../sdk/index.ts';
import { fileNameInUrl, mimeTypeOf, parseContentDisposition } from '../../../workflow/values/http-headers.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { PackageCall } from '../call.ts';
import { sendPages, type PaginationOptions } from '../http/pagination.ts';
import { send, streamOf, type Credential } from '../http/requests.ts';
import type { SshCredential } from '../ssh-clients.ts';
import type { RequestOptions } from '../http/wire.ts';
import { completeContext } from './base-context.ts';
import { binaryToBuffer, chunksOf, chunksOfSize, isStream } from './chunks.ts';
import { documentedHelpers } from './documented-members.ts';
import { dataTableHelpers } from './data-table-helpers.ts';
import { localFileHelpers, openLocalFile } from './local-file-helpers.ts';
import { processedDataHelpers } from './processed-data.ts';

type Json = Readonly<Record<string, unknown>>;
type LooseItem = { json?: Json; binary?: Item['binary']; pairedItem?: Item['pairedItem']; [field: string]: unknown };
type Additional = {
  /** A decrypted credential, which signs instead of that of the node. */
  readonly credentialsDecrypted?: { readonly data?: unknown } | null;
  readonly oauth2?: TokenUse | undefined;
};

export interface HelperParts {
  readonly call: PackageCall;
  /** Input items, for files; empty outside of runs. */
  readonly items: readonly Item[];
  /** Index of the item whose credentials sign requests. */
  readonly itemIndex: () => number;
}

/** Returns each object as an item; existing items are kept. */
export function returnJsonArray(data: LooseItem | readonly LooseItem[] | undefined): LooseItem[] {
  const list = Array.isArray(data) ? (data as readonly (LooseItem | null)[]) : [data as LooseItem | undefined];
  return list.map((entry) =>
    typeof entry?.json === 'object' && entry.json !== null ? { ...entry, json: entry.json } : { json: (entry ?? {}) as Json },
  );
}

/** Returns items with `pairedItem`, as nodes return them. */
export const constructExecutionMetaData = (
  items: readonly LooseItem[],
  { itemData }: { readonly itemData: Item['pairedItem'] },
): LooseItem[] =>
  items.map(({ json, binary, ...rest }) => ({ json, ...(binary === undefined ? {} : { binary }), pairedItem: itemData, ...rest }));

/** Returns items of a list of items, of plain objects, or of objects with files, whose other fields become json; mixed lists are rejected. */
export function normalizeItems(data: LooseItem | readonly LooseItem[]): readonly LooseItem[] {
  const list = Array.isArray(data) ? (data as readonly (LooseItem | null)[]) : [data as LooseItem];
  const isItem = (entry: LooseItem | null): entry is LooseItem => typeof entry?.json === 'object' && entry.json !== null;
  const hasFiles = (entry: LooseItem | null): entry is LooseItem => typeof entry?.binary === 'object' && entry.binary !== null;
  if (list.every(isItem)) return list;
  if (list.some(isItem) || (list.some(hasFiles) && !list.every(hasFiles))) throw new ApplicationError('Inconsistent item format');
  return list.map((entry) => {
    if (!hasFiles(entry)) return { json: entry as unknown as Json };
    const { binary, ...json } = entry;
    return { json, binary };
  });
}

/** Returns new objects with the named properties of each item's json. */
const copyInputItems = (items: readonly Item[], properties: readonly string[]): Json[] =>
  items.map(({ json }) =>
    Object.fromEntries(properties.map((name) => [name, json[name] === undefined ? null : structuredClone(json[name])])),
  );

/** Helpers that need nothing but their arguments. */
const pure = {
  returnJsonArray,
  constructExecutionMetaData,
  normalizeItems,
  copyInputItems,
  createDeferredPromise: <T>() => Promise.withResolvers<T>(),
  /** A filter for connections that the package opens by itself. It lets all pass, since the guard of the process decides about them. */
  getSecureEgressFilter: () => ({
    validateUrl: () => Promise.resolve({ ok: true, result: undefined }),
    validateIp: () => ({ ok: true, result: undefined }),
    validateRedirectSync: () => undefined,
    createSecureLookup: () => dns.lookup,
  }),
  detectBinaryEncoding: (bytes: Uint8Array): string => (isUtf8(bytes) ? 'utf-8' : 'latin1'),
  binaryToString: (bytes: Uint8Array, encoding?: BufferEncoding): string => Buffer.from(bytes).toString(encoding),
};

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the helpers. Helpers that are documented but not supported throw an error that names them. `more`: further helpers of a context. */
export function createHelpers(parts: HelperParts, more: object = {}) {
  const { call } = parts;
  return completeContext(
    {
      ...pure,
      ...requestHelpers(parts),
      ...fileHelpers(parts),
      ...localFileHelpers(call),
      ...processedDataHelpers(call),
      ...dataTableHelpers(call),
      ...sshHelpers(call),
      ...more,
    },
    documentedHelpers,
    'this.helpers',
  );
}

const sshHelpers = ({ ssh }: PackageCall): object => ({
  getSSHClient: (credential: SshCredential, abort?: AbortController) => ssh.client(credential, abort),
});

/** Package code calls helpers with and without their owner as `this`, so none of them uses it. */
function requestHelpers({ call, itemIndex }: HelperParts): object {
  const credentialOf = (type: string, more: Additional): NonNullable<Credential> => {
    const tokenUse = tokenUseOf(more.oauth2);
    const data = more.credentialsDecrypted?.data;
    return {
      type,
      itemIndex: itemIndex(),
      ...(tokenUse === undefined ? {} : { tokenUse }),
      ...(isRecord(data) ? { credentialData: data as JsonObject } : {}),
    };
  };
  const signed = (type: string, options: RequestOptions, form: 'axios' | 'request', more: Additional = {}): Promise<unknown> =>
    send(call, options, form, credentialOf(type, more));
  return {
    httpRequest: (options: RequestOptions) => send(call, options, 'axios'),
    httpRequestWithAuthentication: (type: string, options: RequestOptions, more?: Additional) => signed(type, options, 'axios', more),
    request: (first: RequestOptions | string, second: RequestOptions = {}) =>
      send(call, typeof first === 'string' ? { ...second, uri: first } : first, 'request'),
    requestWithAuthentication: (type: string, options: RequestOptions, more?: Additional) => signed(type, options, 'request', more),
    requestWithAuthenticationPaginated: (
      options: RequestOptions,
      index: number,
      pagination: PaginationOptions,
      type?: string,
      more: Additional = {},
    ) => sendPages(call, options, index, pagination, type === undefined ? undefined : { ...credentialOf(type, more), itemIndex: index }),
    requestOAuth1: (type: string, options: RequestOptions) => signed(type, options, 'request'),
    requestOAuth2: (type: string, options: RequestOptions, oauth2?: TokenUse) => signed(type, options, 'request', { oauth2 }),
    /** Resolves with the new token's data. */
    refreshOAuth2Token: async (type: string): Promise<unknown> => {
      const { oauthTokenData } = (await call.request('renewCredential', { name: type, itemIndex: itemIndex() })) as Json;
      return oauthTokenData;
    },
  };
}

const tokenOptions: readonly (keyof TokenUse)[] = [
  'tokenType', 'property', 'keepBearer', 'keyToIncludeInAccessTokenHeader', 'tokenExpiredStatusCode',
]; // oxfmt-ignore

/** Returns the options that the engine knows, since package code may pass anything. */
function tokenUseOf(options: unknown): TokenUse | undefined {
  if (!isRecord(options)) return undefined;
  return Object.fromEntries(tokenOptions.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

function fileHelpers({ call, items }: HelperParts) {
  const entryOf = (itemIndex: number, property: string | BinaryEntry): BinaryEntry => {
    if (typeof property !== 'string') return property;
    const binary = items[itemIndex]?.binary;
    const entry = binary !== undefined && Object.hasOwn(binary, property) ? binary[property] : undefined;
    if (entry !== undefined) return entry;
    const has = binary === undefined ? 'it has no binary data' : `its fields are: ${Object.keys(binary).join(', ')}`;
    throw new ApplicationError(
      `This operation expects the node's input data to contain a binary file '${property}', but none was found [item ${itemIndex}]`,
      {
        description: `Item ${itemIndex} has no binary field "${property}": ${has}.`,
      },
    );
  };
  const read = async (entry: BinaryEntry): Promise<Buffer> => Buffer.from(await call.request('readBinary', { entry }));
  const opened = (entry: unknown): BinaryEntry => call.files.openedEntry(entry as BinaryEntry);
  const write = async (content: unknown, fileName?: string, mimeType?: string): Promise<BinaryEntry> => {
    const meta = { ...(fileName === undefined ? {} : { fileName }), ...(mimeType === undefined ? {} : { mimeType }) };
    if (!isStream(content)) return opened(await call.request('writeBinary', { bytes: await binaryToBuffer(content), ...meta }));
    const file = await call.request('startFile', { ...meta });
    for await (const bytes of chunksOf(content)) await call.request('writeChunk', { file, bytes });
    return opened(await call.request('endFile', { file }));
  };
  return {
    assertBinaryData: entryOf,
    getBinaryDataBuffer: async (itemIndex: number, property: string | BinaryEntry) => read(entryOf(itemIndex, property)),
    prepareBinaryData: async (content: unknown, filePath?: string | null, mimeType?: string | null) => {
      const source = isStream(content) ? sourceOf(content) : {};
      const path = filePath ?? source.path;
      const { dir, base } = win32.parse(path ?? '');
      const entry = await write(content, path === undefined ? undefined : base, mimeType ?? source.type);
      // Only the code itself names a folder, not a response. The entry is not copied, since that would read its content.
      return typeof filePath !== 'string' || dir === '' ? entry : Object.assign(entry, { directory: dir });
    },
    setBinaryDataBuffer: async (entry: BinaryEntry, bytes: Uint8Array) => {
      const written = call.files.reference(await write(bytes, entry.fileName, entry.mimeType));
      return call.files.openedEntry({ ...call.files.reference(entry), ...written });
    },
    binaryToBuffer,
    /** Stores a file of the computer. */
    copyBinaryFile: async (path: string, fileName: string, mimeType?: string) => write(await openLocalFile(call, path), fileName, mimeType),
    /** The first argument is the id of an entry, or the whole entry. `chunkSize`: bytes; default: any size. */
    getBinaryStream: async (source: string | BinaryEntry, chunkSize?: unknown): Promise<Readable> => {
      const entry = typeof source === 'string' ? entryWithId(items, source) : source;
      const stream = streamOf(call, await call.request('openBinary', { entry }));
      return Number.isInteger(chunkSize) && Number(chunkSize) > 0 ? Readable.from(chunksOfSize(stream, Number(chunkSize))) : stream;
    },
    getBinaryPath: (): never => {
      throw new ApplicationError('The files of items have no path for packages. Use getBinaryStream or getBinaryDataBuffer.');
    },
    getBinaryMetadata: async (source: string | BinaryEntry) => {
      const { fileName, mimeType, bytes, fileSize } = typeof source === 'string' ? entryWithId(items, source) : source;
      return { fileName, mimeType, fileSize: bytes ?? fileSize };
    },
  };
}

/** Describes what a stream reads: the path of a file, or the file name and content type of a response. */
function sourceOf(stream: object): { readonly path?: string | undefined; readonly type?: string | undefined } {
  const { path, statusCode, headers, responseUrl } = stream as Json;
  if (typeof path === 'string') return { path };
  if (typeof statusCode !== 'number' || !isRecord(headers)) return {};
  const header = (name: string): string | undefined => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const name = parseContentDisposition(header('content-disposition'))?.filename;
  return { path: name ?? fileNameInUrl(String(responseUrl)), type: mimeTypeOf(header('content-type')) };
}

function entryWithId(items: readonly Item[], id: string): BinaryEntry {
  for (const { binary = {} } of items) for (const entry of Object.values(binary)) if (entry.id === id) return entry;
  return { id, data: '', mimeType: 'application/octet-stream' };
}
