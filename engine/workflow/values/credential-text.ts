// Distinguishes expressions from literal values in credentials.
import { splitExpression } from '../../expression/index.ts';
import { fixedText } from './fixed-text.ts';

const secret = /\$secrets\??\.(\w+)(?:\??\.(\w+)|(?:\?\.)?\[\s*(["'])([^"'\\]*)\3\s*\])/g;

const codeIn = (text: string): readonly string[] =>
  splitExpression(text).flatMap((chunk) => (chunk.type === 'code' && chunk.hasClosingBrackets ? [chunk.text] : []));

/** Whether a text contains code in braces. */
export const hasCode = (text: string): boolean => codeIn(text).length > 0;

/**
 * Returns a credential value as an expression with a leading `=`; undefined if the value is literal. Secrets may begin with `=`, so an expression must
 * also contain code in braces. If that code reads external secrets, the `=` can be missing.
 */
export function credentialExpression(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.includes('{{')) return undefined;
  if (value.startsWith('=')) return hasCode(value.slice(1)) ? value : undefined;
  return codeIn(value).some((code) => /\$secrets\b/.test(code)) ? `=${value}` : undefined;
}

/** Returns the text that is sent for a value that is not an expression. */
export const credentialText = (value: string): string => fixedText(value);

/** Returns the names of the external secrets that an expression reads, such as `env.API_KEY`. */
export const secretsNamed = (expression: string): readonly string[] => [
  ...new Set(
    codeIn(expression.slice(1)).flatMap((code) =>
      [...code.matchAll(secret)].map(([, from, name, , quoted]) => `${from}.${name ?? quoted}`),
    ),
  ),
];

/** Whether an expression contains nothing but references to external secrets. It can then be shown, and evaluated outside of a run. */
export function namesSecretsOnly(expression: string): boolean {
  const chunks = splitExpression(expression.slice(1));
  return chunks.every((chunk) => (chunk.type === 'text' ? chunk.text.trim() === '' : chunk.text.replace(secret, '').trim() === ''));
}
