// Turns a response into items, and applies the actions of `postReceive` to them.
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { getPath, NodeError, type DetachedContext } from '../../../sdk/index.ts';
import { mimeTypeOf, parseContentDisposition } from '../../../workflow/values/http-headers.ts';
import { isRecord, ownValue } from '../../../workflow/values/own-properties.ts';
import type { FunctionMark } from '../../../packages/worker/describe.ts';
import type { PlannedAction } from './plan.ts';
import { isMark, recordIn, type Fields, type ReceiveAction } from './rules.ts';
import type { Names, RoutingValues } from './values.ts';

/** A response with its body, under the names that package code and expressions use. */
export interface FullResponse {
  readonly body: unknown;
  readonly headers: Fields;
  readonly statusCode: number;
  readonly statusMessage: string;
}

/** An item while actions are applied: `json` may be any value of the response. */
export interface LooseItem {
  readonly json: unknown;
  readonly binary?: Item['binary'];
  readonly pairedItem?: Item['pairedItem'];
}

export interface ReceiveParts {
  readonly ctx: DetachedContext;
  readonly values: RoutingValues;
  /** Calls a function of the package with items and response, and returns its items. */
  readonly callFunction: (mark: FunctionMark, items: readonly LooseItem[], response: FullResponse) => Promise<readonly LooseItem[]>;
}

/** Returns the items of one response. Throws NodeError if an action fails. */
export async function itemsOf(
  parts: ReceiveParts,
  response: FullResponse,
  actions: readonly PlannedAction[],
): Promise<readonly LooseItem[]> {
  const { body } = response;
  let items: readonly LooseItem[] = Array.isArray(body) ? body.map((json: unknown) => ({ json })) : [{ json: body }];
  for (const { action, names } of actions) {
    const all = { ...names, $response: response };
    if (isMark(action)) items = await parts.callFunction(action, items, response);
    else if (parts.values.of(action.enabled ?? true, all) !== false) items = await applied(parts, action, items, response, all);
  }
  return items;
}

async function applied(
  parts: ReceiveParts,
  action: ReceiveAction,
  items: readonly LooseItem[],
  response: FullResponse,
  names: Names,
): Promise<readonly LooseItem[]> {
  try {
    return await apply(parts, action, items, response, names);
  } catch (error) {
    if (typeof action.errorMessage !== 'string') throw error;
    throw new NodeError(action.errorMessage, { description: error instanceof Error ? error.message : String(error), cause: error });
  }
}

async function apply(
  { ctx, values }: ReceiveParts,
  { type, properties }: ReceiveAction,
  items: readonly LooseItem[],
  response: FullResponse,
  names: Names,
): Promise<readonly LooseItem[]> {
  const input = recordIn(properties);
  const of = (name: string, item: unknown, index = 0): unknown =>
    values.of(input[name], { ...names, $responseItem: item, $index: index, $responseIndex: index });
  switch (type) {
    case 'rootProperty':
      return items.flatMap(({ json }) => entriesAt(json, String(of('property', json))));
    case 'set':
      return [{ json: of('value', items[0]?.json) }];
    case 'setKeyValue':
      return items.map(({ json, ...rest }, index) => ({
        ...rest,
        json: Object.fromEntries(Object.keys(input).map((name) => [name, of(name, json, index)])),
      }));
    case 'filter':
      return items.filter(({ json }, index) => isTrue(of('pass', json, index)));
    case 'limit': {
      const limit = Number(of('maxResults', undefined));
      return Number.isFinite(limit) ? items.slice(0, Math.max(0, limit)) : items;
    }
    case 'sort': {
      const key = String(of('key', undefined));
      return items.toSorted((left, right) => compare(getPath(left.json, key), getPath(right.json, key)));
    }
    case 'binaryData':
      return [{ json: {}, binary: { [String(of('destinationProperty', undefined) ?? 'data')]: await fileOf(ctx, response) } }];
    default:
      throw new NodeError(`The node's description has an unknown action for responses: "${String(type)}".`, {
        hint: 'Tell the authors of the package.',
      });
  }
}

/** Expressions of filters may return texts. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Returns the entries of the list at a path in the response, or its single value. */
function entriesAt(json: unknown, path: string): readonly LooseItem[] {
  const match = getPath(json, path);
  if (match === undefined) {
    const fields = isRecord(json) ? Object.keys(json).slice(0, 20).join(', ') : '';
    throw new NodeError(`The response has no field "${path}".`, {
      description: fields === '' ? 'It has no fields.' : `Its fields are: ${fields}.`,
    });
  }
  if (match === null) return [];
  return [match].flat().map((entry) => ({ json: entry }));
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return sortText(left).localeCompare(sortText(right));
}

const sortText = (value: unknown): string => (value === undefined || value === null ? '' : String(value as string).toLowerCase());

/** Stores the body as a file. */
function fileOf(ctx: DetachedContext, { body, headers }: FullResponse): Promise<BinaryEntry> {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const header = (name: string): string | undefined => {
    const value = ownValue(headers, name);
    return typeof value === 'string' ? value : undefined;
  };
  const mimeType = mimeTypeOf(header('content-type'));
  const fileName = parseContentDisposition(header('content-disposition'))?.filename?.split(/[/\\]/).pop();
  return ctx.binary.write(bytes, {
    ...(fileName === undefined || fileName === '' ? {} : { fileName }),
    ...(mimeType === undefined ? {} : { mimeType }),
  });
}

/** Returns a complete item. Values that are not objects are returned under `data`. */
export function finished({ json, ...rest }: LooseItem): Item {
  const isEmpty = json === undefined || json === null || json === '' || json instanceof Uint8Array;
  return { ...rest, json: (isEmpty ? {} : isRecord(json) ? json : { data: json }) as JsonObject };
}
