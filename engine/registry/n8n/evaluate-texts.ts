// Evaluates the expressions in a description of a package with the data of a credential.
import { evaluateAlone } from '../../execution/http/credential-signing.ts';
import type { CredentialData } from '../../sdk/index.ts';
import { isExpression } from '../../contract/json.ts';

/** Returns a copy in which texts, and names of fields, that are expressions have their values. Throws ExpressionError. */
export function evaluateTexts(value: unknown, credentials: CredentialData): unknown {
  if (typeof value === 'string') return isExpression(value) ? evaluateAlone(value, { $credentials: credentials }) : value;
  if (Array.isArray(value)) return value.map((entry) => evaluateTexts(entry, credentials));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [String(evaluateTexts(key, credentials)), evaluateTexts(entry, credentials)]),
  );
}
