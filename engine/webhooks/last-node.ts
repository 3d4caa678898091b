// Creates the response from the output of a run's last node.
import type { BinaryEntry, Item, RunData, RunResult } from '../contract/run-data.ts';
import { NodeError, type WebhookResponse, type WebhookReply } from '../sdk/index.ts';
import { isLongJson, slicedJsonChunks, waitingRun } from '../execution/index.ts';
import type { RunEnd } from './ports.ts';
import { joinInSlices } from '../parsing/join-in-slices.ts';
import { getPath } from '../workflow/values/object-path.ts';
import { ownValue } from '../workflow/values/own-properties.ts';
import { stringifyExactly } from '../contract/exact-numbers.ts';

type LastNode = Extract<WebhookResponse, { readonly from: 'lastNode' }>;

const json = { 'content-type': 'application/json; charset=utf-8' };

/** Creates a JSON response with a message. `code` 0 means that the workflow failed. */
export function messageReply(
  status: number,
  message: string,
  more: { readonly code?: number; readonly hint?: string | undefined } = {},
): WebhookReply {
  const { code, hint } = more;
  return {
    status,
    headers: json,
    body: JSON.stringify({ ...(code === undefined ? {} : { code }), message, ...(hint === undefined ? {} : { hint }) }),
  };
}

/** Creates the response for a workflow that cannot respond as its nodes are set up. */
export const failureReply = ({ message, hint }: NodeError): WebhookReply => messageReply(500, message, { code: 0, hint });

/** Creates the response for callers of a failed run. It omits the cause, which may contain private data. */
export function failedReply(result: Pick<RunResult, 'status'>): WebhookReply {
  const hint =
    result.status === 'canceled'
      ? 'The execution was stopped before it could answer.'
      : 'The list of executions of this workflow shows which node failed and why, if failed executions are saved. The log names the node.';
  return messageReply(500, 'Error in workflow', { code: 0, hint });
}

/** Minimum number of items whose JSON is written in slices, since it takes longer than a turn of the event loop may. */
const MANY = 500;

/** Throws NodeError if the last node has not returned what its webhook responds with. */
export function lastNodeReply(response: LastNode, result: RunResult): WebhookReply | Promise<WebhookReply> {
  const { data, status, headers } = response;
  if (data === 'noData') return { status, headers };
  const items = lastItems(result);
  if (data === 'allEntries') {
    const list = items.map((item) => item.json);
    return list.length < MANY ? jsonReply(response, list) : largeJsonReply(response, list);
  }
  const first = items[0];
  if (first === undefined) {
    throw new NodeError('No item to return was found', {
      hint: 'The last node of the workflow returned no items. Make it return one, or respond with all entries.',
    });
  }
  return data === 'firstEntryBinary' ? binaryReply(response, first) : firstJsonReply(response, first);
}

/** Returns the items of the first output of the last node that has any. */
function lastItems({ resultData: { runData, lastNodeExecuted = '' } }: RunResult): readonly Item[] {
  const runs = Object.hasOwn(runData, lastNodeExecuted) ? runData[lastNodeExecuted] : undefined;
  const outputs = runs?.at(-1)?.data?.['main'] ?? [];
  return outputs.find((items) => items !== null && items.length > 0) ?? [];
}

function firstJsonReply(response: LastNode, item: Item): WebhookReply | Promise<WebhookReply> {
  const { propertyName } = response;
  const value = propertyName === undefined || propertyName === '' ? item.json : getPath(item.json, propertyName);
  return typeof value === 'object' && isLongJson(value) ? largeJsonReply(response, value) : jsonReply(response, value);
}

/** Text is sent unchanged, as HTML unless a type is given; everything else is sent as JSON. */
function jsonReply({ status, headers }: LastNode, value: unknown): WebhookReply {
  if (value === undefined) return { status, headers };
  if (typeof value === 'string')
    return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...lowerCase(headers) }, body: value };
  return { status, headers: { ...json, ...lowerCase(headers) }, body: stringifyExactly(value) ?? '' };
}

async function largeJsonReply({ status, headers }: LastNode, value: unknown): Promise<WebhookReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of slicedJsonChunks(value)) chunks.push(Buffer.from(chunk));
  return { status, headers: { ...json, ...lowerCase(headers) }, body: await joinInSlices(chunks) };
}

function binaryReply({ status, headers, binaryProperty }: LastNode, item: Item): WebhookReply {
  const files = item.binary ?? {};
  if (Object.keys(files).length === 0) throw new NodeError('No binary data to return was found');
  const name = binaryProperty ?? Object.keys(files)[0] ?? '';
  const entry = ownValue(files, name) as BinaryEntry | undefined;
  if (entry === undefined) {
    throw new NodeError(`The binary property "${name}" which should be returned does not exist`, {
      hint: `The item has: ${Object.keys(files).join(', ')}.`,
    });
  }
  return { status, headers, body: entry };
}

export function lowerCase(headers: WebhookReply['headers'] = {}): Record<string, string | readonly string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns a result that ends with the node that waits; undefined if a workflow that it has called waits. */
export function resultOfWait({ result, state }: RunEnd): RunResult | undefined {
  const waiting = state === undefined ? undefined : waitingRun(state, result.startedAt);
  if (waiting === undefined) return undefined;
  const { node, task } = waiting;
  // Names of nodes are user input.
  const runData = Object.assign(Object.create(null) as RunData, { [node]: [task] });
  return { ...result, resultData: { runData, lastNodeExecuted: node } };
}
