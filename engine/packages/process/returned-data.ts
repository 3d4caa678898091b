// What package code returns and throws: items are checked and copied, errors become NodeErrors.
import type { ErrorData } from '../../channel/errors.ts';
import { errorCodeOf, type ErrorCode } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import { ShapeCheck } from '../../sandbox/check-shape.ts';
import { NodeError, type NodeOutput, type SubWorkflowCall, type WebhookReply } from '../../sdk/index.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Codes of errors that keep their meaning when package code lets them pass. */
const passedCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'NODE_OPERATION_FAILED', 'NODE_REQUEST_FAILED', 'PARAMETER_INVALID', 'EXPRESSION_FAILED', 'EXPRESSION_SYNTAX', 'EXPRESSION_FORBIDDEN', 'EXPRESSION_BUDGET',
  'CREDENTIAL_NOT_FOUND', 'CREDENTIAL_NODE_REFUSED', 'CREDENTIAL_NOT_CONNECTED', 'CONSENT_REFUSED', 'VAULT_LOCKED', 'BINARY_NOT_FOUND',
]); // oxfmt-ignore

/** Returns the error of package code. Its texts are the package's. */
export function errorOf(data: ErrorData, name: string): NodeError {
  const { message, description, httpCode, itemIndex, runIndex, code, hint } = data;
  const errorCode = errorCodeOf(data);
  const status = Number(httpCode);
  return new NodeError(message, {
    code:
      errorCode !== undefined && passedCodes.has(errorCode)
        ? errorCode
        : httpCode === undefined
          ? 'NODE_OPERATION_FAILED'
          : 'NODE_REQUEST_FAILED',
    name: data.name,
    retryable: status === 429 || status >= 500,
    ...(description === undefined ? {} : { description }),
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(itemIndex === undefined ? {} : { itemIndex }),
    ...(runIndex === undefined ? {} : { runIndex }),
    ...(hint === undefined || code === undefined ? (isProgrammingError(data) ? { hint: hintFor(name) } : {}) : { hint }),
    context: { package: name },
  });
}

/** Messages of V8 about values that the code did not expect. They say nothing to the user of a node. */
const unexpectedValue = /^Cannot (?:read|set|destructure|convert|access)\b|\bis not (?:a function|a constructor|iterable|defined)\b/;

const isProgrammingError = ({ name, message, code }: ErrorData): boolean =>
  code === undefined && (name === 'TypeError' || name === 'ReferenceError') && unexpectedValue.test(message);

const hintFor = (name: string): string =>
  `The code of the package ${name} failed on a case that it does not handle. Check the parameters and the input of the node, such as the name of a binary field. If they are right, tell the authors of the package.`;

/**
 * Returns a checked item with the fields of items only. Nodes pass on what a service responds: if `json` is not an object, it becomes one, with the
 * value as `data`. Throws NodeError for anything but an item.
 */
export function itemOf(value: unknown, name: string): Item {
  if (!isRecord(value)) {
    throw new NodeError(`The package ${name} returned an item that is not an object.`, { hint: 'Tell the authors of the package.' });
  }
  const { json, binary, pairedItem, error } = value;
  // Assigned one by one, since this is done for every item.
  const item: { -readonly [Key in keyof Item]: Item[Key] } = { json: isRecord(json) ? (json as JsonObject) : objectFor(json) };
  if (isRecord(binary)) item.binary = entriesOf(binary);
  if (pairedItem !== undefined && pairedItem !== null) item.pairedItem = pairedItem as Item['pairedItem'];
  if (isRecord(error)) item.error = { name: textIn(error, 'name', 'Error'), message: textIn(error, 'message', '') };
  return item;
}

/** What n8n writes instead of the content of a stored file. */
const storeNames: ReadonlySet<unknown> = new Set(['', 'filesystem', 'filesystem-v2', 's3', 'azure-blob', 'database']);

/** Returns the files of an item. A stored file has no content in its entry; an entry with content is no longer the stored file. */
export function entriesOf(binary: Readonly<Record<string, unknown>>): NonNullable<Item['binary']> {
  const entries = Object.entries(binary).map(([property, entry]) => {
    if (!isRecord(entry) || typeof entry['id'] !== 'string') return [property, entry];
    const { id, data = '', ...rest } = entry;
    return [property, storeNames.has(data) ? { ...rest, data, id } : { ...rest, data }];
  });
  return Object.fromEntries(entries) as NonNullable<Item['binary']>;
}

/** Whether `itemOf` would return an equal item, as it does for most: without files or an error. */
export function isPlainItem(value: unknown): value is Item {
  if (!isRecord(value)) return false;
  for (const key in value) if (key !== 'json' && key !== 'pairedItem') return false;
  return isRecord(value['json']) && value['pairedItem'] !== null;
}

const objectFor = (json: unknown): JsonObject => (json === undefined || json === null || json === '' ? {} : { data: json });

const textIn = (record: Readonly<Record<string, unknown>>, key: string, fallback: string): string => {
  const value = record[key];
  return typeof value === 'string' ? value : fallback;
};

/** Returns a response that package code wrote. Throws NodeError for anything else; a body is text or bytes, never a file of the program. */
export function replyOf(value: unknown, name: string): WebhookReply {
  const { status, headers, body } = isRecord(value) ? value : {};
  if (typeof status !== 'number' || !isRecord(headers) || !(body === undefined || typeof body === 'string' || body instanceof Uint8Array)) {
    throw new NodeError(`The package ${name} wrote a response that cannot be sent.`, { hint: 'Tell the authors of the package.' });
  }
  const listed = Object.entries(headers).map(
    ([key, each]) => [key, Array.isArray(each) ? each.map(String) : String(each as string)] as const,
  );
  return { status, headers: Object.fromEntries(listed), ...(body === undefined ? {} : { body }) };
}

export const shapeOf = (name: string): ShapeCheck => new ShapeCheck(`The data returned by the package ${name}`);

/** Returns the output of a node, whose items have been checked as they arrived. Throws NodeError for anything else, which only hostile code returns. */
export function nodeOutputOf(value: unknown, name: string): NodeOutput | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((list) => list === null || Array.isArray(list))) return value as NodeOutput;
  throw noOutputs(name);
}

const noOutputs = (name: string): NodeError =>
  new NodeError(`The package ${name} returned no list of outputs.`, { hint: 'Tell the authors of the package.' });

/** Returns checked lists of items, one per output. Throws NodeError for anything else. */
export function outputsOf(value: unknown, name: string): readonly ItemList[] {
  if (!Array.isArray(value)) throw noOutputs(name);
  shapeOf(name).check(value);
  return value.map((list: unknown) => (Array.isArray(list) ? list.map((item) => itemOf(item, name)) : null));
}

export interface WorkflowQuestion {
  readonly workflowId?: string;
  readonly workflow?: JsonObject;
  readonly items: unknown;
  readonly wait: boolean;
}

/** Returns the call of another workflow that package code asks for. */
export function workflowCallOf({ workflowId, workflow, items, wait }: WorkflowQuestion, name: string): SubWorkflowCall {
  if (workflowId === undefined && workflow === undefined) {
    const hint = 'Tell the authors of the package: executeWorkflow needs the id of a workflow, or its code.';
    throw new NodeError(`The package ${name} called a workflow without saying which.`, { hint });
  }
  const [input] = outputsOf([items], name);
  return {
    items: input ?? [],
    wait,
    ...(workflowId === undefined ? {} : { workflowId }),
    ...(workflow === undefined ? {} : { workflow: openWorkflow(workflow) }),
  };
}
