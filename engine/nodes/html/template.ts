// HTML from a template with expressions.
import type { ExecuteContext } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';

/** What a new node begins with. */
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

/** The template filled in for one item. Expressions count whether or not the field is set to be one. */
export function filledTemplate(ctx: ExecuteContext, index: number): string {
  const template = ctx.param('html', index, undefined, { raw: true });
  if (typeof template !== 'string') return textOf(template);
  return textOf(ctx.evaluate(template.startsWith('=') ? template : `=${template}`, index));
}
