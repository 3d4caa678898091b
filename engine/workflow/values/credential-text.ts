// Which values of credentials are expressions, and which are sent as they are.
import { splitExpression } from '../../expression/index.ts';
import { fixedText } from './fixed-text.ts';

const secret = /\$secrets\??\.(\w+)(?:\??\.(\w+)|(?:\?\.)?\[\s*(["'])([^"'\\]*)\3\s*\])/g;

const codeIn = (text: string): readonly string[] =>
  splitExpression(text).flatMap((chunk) => (chunk.type === 'code' && chunk.hasClosingBrackets ? [chunk.text] : []));

/** Whether a text contains code in braces. */
export const hasCode = (text: string): boolean => codeIn(text).length > 0;

/**
 * Returns the expression that a value of a credential is, with its leading `=`; undefined if it is sent as it is. Secrets may begin with `=`, so a
 * value is an expression only if it has code in braces, too. Code that reads external secrets is one without `=`.
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

/** Whether an expression consists of names of external secrets only: it contains no secret itself, and can be evaluated without a run. */
export function namesSecretsOnly(expression: string): boolean {
  const chunks = splitExpression(expression.slice(1));
  return chunks.every((chunk) => (chunk.type === 'text' ? chunk.text.trim() === '' : chunk.text.replace(secret, '').trim() === ''));
}
