// The request of a tool: which parts the model provides, and the request with its values.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ExecuteContext, type HttpRequest } from '../../sdk/index.ts';
import { filledJson, filledText, filledUrl, Placeholders, valueFor, type Definition } from './placeholders.ts';

interface Entry {
  readonly name: string;
  readonly valueProvider?: 'modelRequired' | 'modelOptional' | 'fieldValue';
  readonly value?: string;
}

type PartName = 'Query' | 'Headers' | 'Body';

/** A part of the request as the parameters specify it. */
type Part =
  | { readonly kind: 'none' | 'model' }
  | { readonly kind: 'fields'; readonly entries: readonly Entry[] }
  | { readonly kind: 'json'; readonly text: string };

export interface RequestPlan {
  readonly method: string;
  readonly url: string;
  readonly parts: Readonly<Record<PartName, Part>>;
  readonly placeholders: Placeholders;
}

const partNames = ['Query', 'Headers', 'Body'] as const;
const partDescriptions: Readonly<Record<PartName, string>> = {
  Query: 'Query parameters of the request',
  Headers: 'Headers of the request',
  Body: 'Body of the request',
};

/** Reads the parameters for an item. */
export function requestPlan(ctx: ExecuteContext, itemIndex: number): RequestPlan {
  const url = ctx.param('url', itemIndex, '').trim();
  const definitions = ctx.param<readonly Definition[]>('placeholderDefinitions.values', itemIndex, []);
  const placeholders = new Placeholders(definitions);
  placeholders.addText(url);
  const parts = Object.fromEntries(partNames.map((name) => [name, partOf(ctx, name, itemIndex)])) as Record<PartName, Part>;
  for (const name of partNames) addPlaceholders(placeholders, name, parts[name]);
  return { method: ctx.param('method', itemIndex, 'GET'), url, parts, placeholders };
}

function partOf(ctx: ExecuteContext, name: PartName, itemIndex: number): Part {
  if (ctx.param(`send${name}`, itemIndex) !== true) return { kind: 'none' };
  const how = ctx.param(`specify${name}`, itemIndex, 'keypair');
  if (how === 'model') return { kind: 'model' };
  if (how === 'json') return { kind: 'json', text: ctx.param(`json${name}`, itemIndex, '') };
  const entries = ctx.param<readonly Entry[]>(`parameters${name}.values`, itemIndex, []);
  return { kind: 'fields', entries: entries.filter((entry) => entry.name !== '') };
}

function addPlaceholders(placeholders: Placeholders, name: PartName, part: Part): void {
  if (part.kind === 'model') placeholders.addPart(name.toLowerCase(), partDescriptions[name]);
  else if (part.kind === 'json') placeholders.addText(part.text);
  else if (part.kind === 'fields')
    for (const { name: key, valueProvider = 'modelRequired', value = '' } of part.entries) {
      if (valueProvider === 'fieldValue') placeholders.addText(value);
      else placeholders.add(key, valueProvider === 'modelRequired');
    }
}

/** Returns the request with the values that the model chose. Throws NodeError for JSON and URLs that become invalid. */
export function requestWith({ method, url, parts }: RequestPlan, args: JsonObject): HttpRequest {
  const address = filledUrl(url, args);
  if (!URL.canParse(address)) {
    throw new NodeError(`"${address}" is not a URL.`, {
      parameter: 'url',
      hint: 'Enter a complete URL that starts with https:// or http://.',
    });
  }
  const target = new URL(address);
  for (const [name, value] of fieldsOf(parts.Query, 'query', args))
    for (const each of [value].flat()) target.searchParams.append(name, fieldText(each));
  const headers = Object.fromEntries(fieldsOf(parts.Headers, 'headers', args).map(([name, value]) => [name, fieldText(value)]));
  if (parts.Body.kind === 'none') return { method, url: target.href, headers };
  const body = JSON.stringify(
    parts.Body.kind === 'json' ? parsed(parts.Body.text, args) : Object.fromEntries(fieldsOf(parts.Body, 'body', args)),
  );
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return { method, url: target.href, headers: hasType ? headers : { ...headers, 'content-type': 'application/json' }, body };
}

const fieldText = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));

function fieldsOf(part: Part, name: string, args: JsonObject): readonly (readonly [string, unknown])[] {
  if (part.kind === 'none') return [];
  if (part.kind === 'fields') {
    return part.entries.flatMap(({ name: key, valueProvider, value = '' }) => {
      const filled = valueProvider === 'fieldValue' ? filledText(value, args) : valueFor(args, key);
      return filled === undefined ? [] : [[key, filled] as const];
    });
  }
  const object = part.kind === 'json' ? parsed(part.text, args) : args[name];
  if (object === undefined || object === null) return [];
  if (typeof object === 'object' && !Array.isArray(object)) return Object.entries(object);
  throw new NodeError(`The ${name} of the request must be an object, such as {"name": "value"}.`);
}

function parsed(text: string, args: JsonObject): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(filledJson(text, args));
  } catch (cause) {
    throw new NodeError('The JSON of the request is not valid after the placeholders were filled in.', {
      description: (cause as Error).message,
      hint: 'Write JSON in the node, with a placeholder in place of a value: {"city": {city}}.',
      cause,
    });
  }
}
