// Runs functions of a description: they change a request, change the items of a response, or request pages. Each call is about one item.
import { isRecord } from '../../../workflow/values/own-properties.ts';
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import type { CallContent } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { bodyOf, type RequestOptions } from '../http/wire.ts';
import type { PackageObject } from '../loader.ts';
import { formed } from '../returned-forms.ts';
import { baseMembers, baseParts, completeContext, nodeContextOf } from './base-context.ts';
import { dataProxy } from './data-proxy.ts';
import { documentedMembers } from './documented-members.ts';
import { createHelpers } from './helpers.ts';
import type { ParameterOptions } from './parameters.ts';

type Content = Extract<CallContent, { kind: 'routing' }>;
type Step = (this: unknown, ...args: unknown[]) => unknown;

/** `version`: the object with the description of the node's version; `instance`: the node's class, whose description versions complete. */
export async function runRouting(version: PackageObject, instance: PackageObject, call: PackageCall, content: Content): Promise<unknown> {
  const step = functionAt(version['description'], content.path) ?? functionAt(instance['description'], content.path);
  if (step === undefined) throw new Error(`The description has no function at "${content.path.join('.')}".`);
  const context = routingContext(call, content);
  const result = await step.call(context, ...content.args.map((value) => call.files.opened(withBuffers(value))));
  const returnedBy = `"${content.step}" of the node "${content.context.node.name}"`;
  if (content.step === 'preSend')
    return { result: await withPlainBody(formed(result, 'request', returnedBy) as Readonly<Record<string, unknown>>) };
  return { result: (formed(result, 'items', returnedBy) as readonly unknown[]).map((item) => withJson(call, item)) };
}

/** Bytes as json stand for no data. */
const withJson = (call: PackageCall, item: unknown): unknown =>
  isRecord(item) && !(item['json'] instanceof Uint8Array) ? call.items(item) : call.files.referred(item);

function functionAt(description: unknown, path: readonly (string | number)[]): Step | undefined {
  let match: unknown = description;
  for (const key of path) {
    if (typeof match !== 'object' || match === null || !Object.hasOwn(match, key)) return undefined;
    match = (match as Readonly<Record<string | number, unknown>>)[key];
  }
  return typeof match === 'function' ? (match as Step) : undefined;
}

/** Bytes arrive as plain arrays of bytes; package code expects buffers. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(withBuffers);
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withBuffers(entry)]));
}

/** Forms and streams cannot leave the process, so they are encoded here. */
async function withPlainBody(options: Readonly<Record<string, unknown>>): Promise<object> {
  const { body, headers } = options as { body?: unknown; headers?: Readonly<Record<string, string>> };
  const isForm = options['form'] !== undefined || options['formData'] !== undefined;
  const prototype: unknown = typeof body === 'object' && body !== null ? Object.getPrototypeOf(body) : Object.prototype;
  if (!isForm && (prototype === Object.prototype || prototype === null || Array.isArray(body))) return options;
  const added = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const encoded = await bodyOf(options as RequestOptions, added);
  const { form: _form, formData: _formData, ...rest } = options;
  return { ...rest, headers: added, body: encoded };
}

export function routingContext(call: PackageCall, { context: data, item: inputItem, itemIndex }: Content): object {
  const item = call.files.opened(inputItem);
  const parts = baseParts(call, data);
  const helpers = createHelpers({ call, items: [item], itemIndex: () => itemIndex });
  // Only this item is known here.
  const items: Item[] = [];
  items[itemIndex] = item;
  const members = {
    ...baseMembers(parts),
    getNodeParameter: (name: string, fallback?: unknown, options?: ParameterOptions) =>
      parts.parameters.get(name, itemIndex, fallback, options),
    getInputData: () => item,
    getItemIndex: () => itemIndex,
    getCredentials: (name: string) => call.request('credentials', { name, itemIndex }),
    continueOnFail: () => data.node.onError !== undefined && data.node.onError !== 'stopWorkflow',
    evaluateExpression: (expression: string, index = itemIndex) => call.evaluate(expression, index),
    getContext: nodeContextOf(call),
    getExecuteData: () => ({ data: { main: [[item]] }, node: structuredClone(data.node), source: null }),
    getWorkflowDataProxy: (index = itemIndex) => dataProxy(call, items, index),
    // Both are for n8n's own editor.
    logAiEvent: () => undefined,
    setMetadata: () => undefined,
    makeRoutingRequest: async (request: unknown) => call.files.opened(await call.request('routingRequest', { request })),
    helpers: {
      ...helpers,
      assertBinaryData: (property: string | BinaryEntry) => helpers.assertBinaryData(0, property),
      getBinaryDataBuffer: (property: string | BinaryEntry) => helpers.getBinaryDataBuffer(0, property),
    },
  };
  return completeContext(members, documentedMembers.routing);
}
