// What a model receives of a response: all of it, or the part that it needs.
import { deletePath, getPath, hasPath, NodeError, setPath, type ExecuteContext, type ToolOutput } from '../../sdk/index.ts';
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { isSmallMarkup, parseOnThread } from '../_shared/parse-tasks.ts';

/** Returns the part of a text that the parameters select. Throws NodeError if it is not there. */
export async function optimized(ctx: ExecuteContext, text: string, itemIndex: number): Promise<ToolOutput> {
  if (ctx.param('optimizeResponse', itemIndex) !== true) return parsedOr(text, text);
  const type = ctx.param('responseType', itemIndex, 'json');
  if (type === 'json') return jsonPart(ctx, text, itemIndex);
  const part = type === 'html' ? await htmlPart(ctx, text, itemIndex) : text;
  if (ctx.param('truncateResponse', itemIndex) !== true) return part;
  const length = Math.max(1, ctx.param('maxLength', itemIndex, 1000));
  return part.length > length ? part.slice(0, length).toWellFormed() : part;
}

function parsedOr<T>(text: string, fallback: T): JsonValue | T {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return fallback;
  }
}

function jsonPart(ctx: ExecuteContext, text: string, itemIndex: number): JsonValue {
  const whole = parsedOr(text, undefined);
  if (whole === undefined) {
    throw new NodeError('The response is not JSON.', { parameter: 'responseType', hint: 'Choose another "Expected Response Type".' });
  }
  const path = ctx.param('dataField', itemIndex, '').trim();
  const data = path === '' ? whole : getPath(whole, path);
  if (data === undefined) {
    const hint = 'Correct "Field Containing Data", or leave it empty.';
    throw new NodeError(`The response has no field "${path}".`, { parameter: 'dataField', hint });
  }
  const which = ctx.param('fieldsToInclude', itemIndex, 'all');
  if (which === 'all') return data as JsonValue;
  const fields = ctx
    .param('fields', itemIndex, '')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  const pick = (value: unknown): JsonValue => (which === 'selected' ? only(value, fields) : without(value, fields)) as JsonValue;
  return Array.isArray(data) ? data.map(pick) : pick(data);
}

function only(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const picked: JsonObject = {};
  for (const field of fields) if (hasPath(value, field)) setPath(picked, field, getPath(value, field));
  return picked;
}

function without(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = structuredClone(value) as JsonObject;
  for (const field of fields) deletePath(copy, field);
  return copy;
}

async function htmlPart(ctx: ExecuteContext, html: string, itemIndex: number): Promise<string> {
  const cssSelector = ctx.param('cssSelector', itemIndex, 'body');
  const isText = ctx.param('onlyContent', itemIndex) === true;
  const skipSelectors = ctx.param('elementsToOmit', itemIndex, '');
  const extraction = { key: 'parts', cssSelector, returnValue: isText ? 'text' : 'html', returnArray: true, skipSelectors } as const;
  const { parts } = await parseOnThread(ctx, 'htmlValues', isSmallMarkup(html), html, [extraction], {
    trim: true,
    cleanUp: false,
    laysOut: true,
  });
  const texts = (Array.isArray(parts) ? (parts as unknown[]) : []).filter((each) => typeof each === 'string');
  if (texts.length > 0) return texts.join('\n\n');
  throw new NodeError(`No element of the page matches "${cssSelector}".`, { parameter: 'cssSelector', hint: 'Correct the selector.' });
}
