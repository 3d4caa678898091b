// Generates HTML from a template with expressions.
import { DateTime } from 'luxon';
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { splitTemplate } from '../../workflow/references/code-scan.ts';
import { textOf } from '../_shared/text-of.ts';

/** Default template of a new node. */
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
 * Returns the template filled in for one item. Expressions are always evaluated, even if the field is not set to be one. Results are converted as
 * in JavaScript: null to `null`, an object to `[object Object]`.
 */
export function filledTemplate(ctx: ExecuteContext, index: number): string {
  const template = ctx.param('html', index, undefined, { raw: true });
  if (typeof template !== 'string') return textOf(template);
  const parts = splitTemplate(template.startsWith('=') ? template.slice(1) : template);
  return parts.map((part, at) => (part.code ? filled(ctx, part.text, index) : around(part.text, at, parts.length))).join('');
}

function filled(ctx: ExecuteContext, code: string, index: number): string {
  const value = ctx.evaluate(`={{${code}}}`, index);
  // As part of a text, a number that JavaScript cannot represent has all of its digits.
  return mayBeInexact(value) ? (ctx.evaluate(`=.{{${code}}}`, index) as string).slice(1) : written(value);
}

/** Removes the braces of an expression. */
const around = (text: string, at: number, count: number): string => text.slice(at === 0 ? 0 : 2, at === count - 1 ? undefined : -2);

/** Converts a value to text without calling `toString` of the workflow's data. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => (entry === null || entry === undefined ? '' : written(entry))).join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  return value instanceof Date || DateTime.isDateTime(value) ? value.toString() : '[object Object]';
}
