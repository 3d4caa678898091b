// HTML from a template with expressions.
import { DateTime } from 'luxon';
import type { ExecuteContext } from '../../sdk/index.ts';
import { splitTemplate } from '../../workflow/code-scan.ts';
import { textOf } from '../_shared/text-of.ts';

/** Parameters of a new node. */
export const defaultTemplate = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>My document</title>
  <style>
    body { font-family: sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.5rem; }
  </style>
</head>
<body>
  <h1>{{ $json.title }}</h1>
  <p>{{ $json.text }}</p>
</body>
</html>`;

/**
 * The template filled in for one item. Expressions count whether or not the field is set to be one; what they come to is written as the
 * language does: null as `null`, an object as `[object Object]`.
 */
export function filledTemplate(ctx: ExecuteContext, index: number): string {
  const template = ctx.param('html', index, undefined, { raw: true });
  if (typeof template !== 'string') return textOf(template);
  const parts = splitTemplate(template.startsWith('=') ? template.slice(1) : template);
  return parts
    .map((part, at) => (part.code ? written(ctx.evaluate(`={{${part.text}}}`, index)) : around(part.text, at, parts.length)))
    .join('');
}

/** Text without the brackets of the code before and behind it. */
const around = (text: string, at: number, count: number): string => text.slice(at === 0 ? 0 : 2, at === count - 1 ? undefined : -2);

/** Lists and objects may have no text of their own: what a workflow's data holds under `toString` is not called. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => (entry === null || entry === undefined ? '' : written(entry))).join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  return value instanceof Date || DateTime.isDateTime(value) ? value.toString() : '[object Object]';
}
