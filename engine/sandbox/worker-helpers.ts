// `this.helpers` and `$helpers` of user code: HTTP and binary data, requested from the run by message.
import type { BinaryEntry, Item } from '../contract/run-data.ts';
import type { JsonObject } from '../contract/json.ts';
import { ownValue, setOwn } from '../workflow/own-properties.ts';
import { staticData } from './worker-data-names.ts';
import type { JobHost } from './worker-host.ts';

export interface CodeHelpers {
  /** `this` in user code. */
  readonly self: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

/** The bytes of a buffer, a text or a stream in one buffer. */
export async function binaryToBuffer(body: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Copies of these fields of the items' JSON. Fields that an item lacks are null. */
export function copyInputItems(items: readonly Item[], properties: readonly string[]): JsonObject[] {
  return items.map(({ json }) => {
    const copy: JsonObject = {};
    for (const name of properties) setOwn(copy, name, ownValue(json, name) === undefined ? null : structuredClone(ownValue(json, name)));
    return copy;
  });
}

export function codeHelpers(scope: JobHost): CodeHelpers {
  const entryOf = (itemIndex: unknown, property: unknown): BinaryEntry => {
    const item: Item | undefined = scope.items[Number(itemIndex)];
    const entry = typeof property === 'object' && property !== null ? (property as BinaryEntry) : item?.binary?.[String(property)];
    if (entry === undefined) throw new Error(`Item ${String(itemIndex)} has no binary data named "${String(property)}".`);
    return entry;
  };
  const httpRequest = (options: unknown): Promise<unknown> => scope.request({ type: 'httpRequest', options });
  const helpers = {
    httpRequest,
    request: httpRequest,
    getBinaryDataBuffer: async (itemIndex: unknown, property: unknown = 'data') =>
      Buffer.from((await scope.request({ type: 'readBinary', entry: entryOf(itemIndex, property) })) as Uint8Array),
    binaryToBuffer: (body: unknown) => binaryToBuffer(body),
    copyInputItems: (items: readonly Item[], properties: readonly string[]) => copyInputItems(items, properties),
    prepareBinaryData: (content: unknown, fileName?: string, mimeType?: string) =>
      scope.request({ type: 'writeBinary', bytes: Uint8Array.from(Buffer.from(content as Uint8Array)), fileName, mimeType }),
  };
  const globals = scope.job.dialect === 'code' || scope.job.dialect === 'sort' ? { $helpers: helpers, helpers } : { helpers };
  const names = scope.job;
  const self = {
    helpers,
    getWorkflowStaticData: (which: unknown) => staticData(scope, which),
    getInputData: () => scope.items,
    getNode: () => ({ name: names.nodeName }),
  };
  return { self, globals };
}
