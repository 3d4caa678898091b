// Text that a user enters into a fixed field, as it is stored.
import { splitExpression } from '../../../../engine/expression/index.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { storedText, unevaluatedText } from '../../../../engine/workflow/values/fixed-text.ts';

/** Whether a fixed text contains code between braces, which is not evaluated. */
export const hasLiteralCode = (text: unknown): text is string =>
  typeof text === 'string' &&
  !text.startsWith('=') &&
  splitExpression(text).some((chunk) => chunk.type === 'code' && chunk.hasClosingBrackets);

/**
 * Returns the stored value after a fixed text was edited. Opening braces that are typed, and code that is pasted, turn it into an expression;
 * braces that were text before stay text, and so does a leading `=` without code.
 */
export function enteredText(before: string, after: string): string {
  if (before.includes('{{') || !after.includes('{{')) return storedText(after);
  const { start, end } = editedPart(before, after);
  const isTyped = end - start <= 1 || after.slice(start, end) === '{}';
  if (!isTyped) {
    // As copied from a workflow file.
    const isWhole = start === 0 && end === after.length;
    return isWhole && after.startsWith('=') ? after : `=${after}`;
  }
  // Also without the braces that an editor has closed.
  const at = after.indexOf('{{') + 2;
  const rest = after.slice(at).replace(/^\}{1,2}/, '');
  const head = after.slice(0, at);
  return `${head === '={{' ? head : `=${head}`}  }}${rest}`;
}

/** Returns the stored value of text that is never evaluated, such as that of programs and of parameters without expressions. */
export const literalText = ({ noDataExpression }: Pick<NodeProperty, 'noDataExpression'>, text: string): string =>
  noDataExpression === true ? unevaluatedText(text) : storedText(text);

/** Returns the fixed text from which an expression was made, without the braces that were added; undefined if it cannot be stored as fixed text. */
export function fixedOf(stored: string): string | undefined {
  const expression = stored.slice(1).replace('{{  }}', '{{');
  return expression.startsWith('=') ? undefined : expression;
}

/** Returns the offset in an expression's code (without its leading `=`) at which typing continues after a fixed text became the expression. */
export function caretIn(before: string, stored: string): number {
  const code = stored.slice(1);
  const open = code.indexOf('{{  }}');
  return open >= 0 && !before.includes('{{  }}') ? open + 3 : editedPart(before, code).end;
}

/** Returns the bounds of what was inserted. */
function editedPart(before: string, after: string): { readonly start: number; readonly end: number } {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let prefixLength = 0;
  while (prefixLength < least - start && before.at(-1 - prefixLength) === after.at(-1 - prefixLength)) prefixLength++;
  return { start, end: after.length - prefixLength };
}
