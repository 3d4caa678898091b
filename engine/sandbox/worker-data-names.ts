// The data names and helpers of user code. Items are in the worker; everything else is requested from the run when it is used.
import type { JsonObject } from '../contract/json.ts';
import type { Item, BinaryEntry } from '../contract/run-data.ts';
import { ownValue, setOwn } from '../workflow/values/own-properties.ts';
import type { HelperForm } from './http-helper.ts';
import type { LookupStep } from './lookup.ts';
import type { JobHost } from './worker-line.ts';

type Names = Record<string, unknown>;

/** Names without arguments, each requested from the run when it is read. */
const plainNames = [
  '$prevNode',
  '$workflow',
  '$vars',
  '$parameter',
  '$runIndex',
  '$mode',
  '$nodeId',
  '$nodeVersion',
  '$rawParameter',
] as const;
/** Functions of the run. */
const functionNames = ['$fromAI', '$evaluateExpression', '$getPairedItem'] as const;

/** Adds the data names to the compartment's global object. */
export function dataNames(scope: JobHost, target: object): void {
  const ask: Ask = (name, args, steps) => scope.callBlocking('lookup', { name, args, steps, itemIndex: scope.itemIndex });
  const add = (names: Names): void => void Object.defineProperties(target, Object.getOwnPropertyDescriptors(names));
  add(nodeNames(scope, ask));
  for (const name of plainNames)
    Object.defineProperty(target, name, { get: () => ask(name, undefined, []), enumerable: true, configurable: true });
  for (const name of functionNames) add({ [name]: (...args: unknown[]) => ask(name, args, []) });
  add(choices());
  add(itemNames(scope));
  add({
    $nodeName: scope.job.nodeName,
    $getWorkflowStaticData: (which: unknown) => staticData(scope, which),
    getWorkflowStaticData: (which: unknown) => staticData(scope, which),
    get $now() {
      return (target as { DateTime: { now(): unknown } }).DateTime.now();
    },
    get $today() {
      return (target as { DateTime: { now(): { startOf(unit: string): unknown } } }).DateTime.now().startOf('day');
    },
  });
}

/** Data of the run: other nodes, the input, the execution and its environment. */
const nodeNames = (scope: JobHost, ask: Ask): Names => ({
  $: (name: unknown) => nodeByName(ask, name),
  get $node() {
    return keyed((name) => nodeByKey(ask, name));
  },
  $items: (...args: unknown[]) => (args.length === 0 ? scope.items : ask('$items', args, [])),
  $item: (...args: unknown[]) => ({
    $node: keyed((name) => nodeByKey((_, __, steps) => ask('$item', args, [{ member: '$node' }, ...steps]), name)),
  }),
  $input: inputOf(scope, ask),
  get $execution() {
    return executionOf(ask);
  },
  get $env() {
    return keyed((name) => ask('$env', undefined, [{ member: name }]));
  },
});

/** The current item, and the names of the items that belong to the code's dialect and mode. */
function itemNames(scope: JobHost): Names {
  const { dialect, mode } = scope.job;
  const here = (): Item | undefined => scope.items[scope.itemIndex];
  const current = {
    get $json() {
      return here()?.json;
    },
    get $binary() {
      return here()?.binary ?? {};
    },
    get $itemIndex() {
      return scope.itemIndex;
    },
    get $position() {
      return scope.itemIndex;
    },
    get item() {
      return dialect === 'functionItem' ? here()?.json : here();
    },
  };
  const more: Names =
    dialect === 'functionItem'
      ? {
          getBinaryData: () => here()?.binary,
          setBinaryData: (data: Item['binary']) => void Object.assign(here() as object, { binary: data }),
        }
      : mode === 'all'
        ? { items: scope.items }
        : {};
  return Object.defineProperties(more, Object.getOwnPropertyDescriptors(current)) as Names;
}

/** Functions of expressions that need nothing from the run. Created for each job, since jobs may modify them. */
const choices = (): Names => ({
  $if: (condition: unknown, value: unknown, otherwise: unknown = false) => (condition ? value : otherwise),
  $ifEmpty: (value: unknown, otherwise: unknown) => (isEmptyData(value) ? otherwise : value),
  $min: (...numbers: number[]) => Math.min(...numbers),
  $max: (...numbers: number[]) => Math.max(...numbers),
});

/** Whether a value is empty: null, undefined, or an empty text, list or object. */
function isEmptyData(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}

type Ask = (name: string, args: readonly unknown[] | undefined, steps: readonly LookupStep[]) => unknown;

/** `$('name')`: every member is requested when it is read. */
function nodeByName(ask: Ask, name: unknown): Names {
  const read = (member: string): unknown => ask('$', [name], [{ member }]);
  const call =
    (member: string) =>
    (...args: unknown[]): unknown =>
      ask('$', [name], [{ member, args }]);
  return {
    first: call('first'),
    last: call('last'),
    all: call('all'),
    itemMatching: call('itemMatching'),
    pairedItem: call('pairedItem'),
    get item() {
      return read('item');
    },
    get isExecuted() {
      return read('isExecuted');
    },
    get params() {
      return read('params');
    },
    get context() {
      return read('context');
    },
  };
}

/** `$node["name"]`. */
function nodeByKey(ask: Ask, name: string): Names {
  const read = (member: string): unknown => ask('$node', undefined, [{ member: name }, { member }]);
  return {
    get json() {
      return read('json');
    },
    get binary() {
      return read('binary');
    },
    get data() {
      return read('json');
    },
    get context() {
      return read('context');
    },
    get parameter() {
      return read('parameter');
    },
    get runIndex() {
      return read('runIndex');
    },
  };
}

function inputOf(scope: JobHost, ask: Ask): Names {
  const { items } = scope;
  return {
    all: () => items,
    first: () => items[0],
    last: () => items.at(-1),
    get item() {
      return items[scope.itemIndex];
    },
    get params() {
      return ask('$input', undefined, [{ member: 'params' }]);
    },
    get context() {
      return ask('$input', undefined, [{ member: 'context' }]);
    },
  };
}

function executionOf(ask: Ask): Names {
  const read = (member: string): unknown => ask('$execution', undefined, [{ member }]);
  const data =
    (member: string) =>
    (...args: unknown[]): unknown =>
      ask('$execution', undefined, [{ member: 'customData' }, { member, args }]);
  return {
    get id() {
      return read('id');
    },
    get mode() {
      return read('mode');
    },
    get resumeUrl() {
      return read('resumeUrl');
    },
    get resumeFormUrl() {
      return read('resumeFormUrl');
    },
    customData: { get: data('get'), set: data('set'), getAll: data('getAll'), setAll: data('setAll') },
  };
}

/** An object whose members are requested by name. */
function keyed(read: (name: string) => unknown): object {
  return new Proxy(Object.create(null) as object, {
    get: (_, key) => (typeof key === 'string' ? read(key) : undefined),
    has: (_, key) => typeof key === 'string',
  });
}

/** Returns the working copy of static data, which is sent back when the job ends. */
function staticData(scope: JobHost, which: unknown): JsonObject {
  if (which !== 'node' && which !== 'global')
    throw new TypeError(`Static data is kept by 'global' or 'node', not by ${JSON.stringify(which)}.`);
  scope.staticData[which] ??= scope.callBlocking('staticData', which) as JsonObject;
  return scope.staticData[which];
}

export interface CodeHelpers {
  /** Value of `this` in user code. */
  readonly self: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

/** Reads a buffer, a text or a stream into one buffer. */
export async function binaryToBuffer(body: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Copies these fields of the items' JSON. Fields that an item lacks become null. */
export function copyInputItems(items: readonly Item[], properties: readonly string[]): JsonObject[] {
  return items.map(({ json }) => {
    const copy: JsonObject = {};
    for (const name of properties) setOwn(copy, name, ownValue(json, name) === undefined ? null : structuredClone(ownValue(json, name)));
    return copy;
  });
}

/** Converts URLSearchParams in queries and bodies to text, since the object itself cannot be passed out of the worker. */
function withFormText(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const texts = Object.entries(options).flatMap(([name, value]) => (value instanceof URLSearchParams ? [[name, value.toString()]] : []));
  return texts.length === 0 ? options : { ...options, ...Object.fromEntries(texts) };
}

export function codeHelpers(scope: JobHost): CodeHelpers {
  const entryOf = (itemIndex: unknown, property: unknown): BinaryEntry => {
    const item: Item | undefined = scope.items[Number(itemIndex)];
    const entry = typeof property === 'object' && property !== null ? (property as BinaryEntry) : item?.binary?.[String(property)];
    if (entry === undefined) throw new Error(`Item ${String(itemIndex)} has no binary data named "${String(property)}".`);
    return entry;
  };
  const request =
    (form: HelperForm) =>
    (options: unknown): Promise<unknown> =>
      scope.call('httpRequest', { form, options: withFormText(options) });
  const helpers = {
    httpRequest: request('httpRequest'),
    request: request('request'),
    getBinaryDataBuffer: async (itemIndex: unknown, property: unknown = 'data') =>
      Buffer.from(await scope.call('readBinary', entryOf(itemIndex, property))),
    binaryToBuffer: (body: unknown) => binaryToBuffer(body),
    copyInputItems: (items: readonly Item[], properties: readonly string[]) => copyInputItems(items, properties),
    prepareBinaryData: (content: unknown, fileName?: string, mimeType?: string) =>
      scope.call('writeBinary', { bytes: Uint8Array.from(Buffer.from(content as Uint8Array)), fileName, mimeType }),
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
