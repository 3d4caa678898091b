// Resource locator values (`{ __rl, mode, value }`): the value that a node receives.
import { compileParameter, safePattern, type CompiledValue } from '../expression/index.ts';
import type { NodeProperty } from '../workflow/node-type.ts';

interface Locator {
  readonly mode?: unknown;
  readonly value?: unknown;
}

export function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && (value as { __rl?: unknown }).__rl === true;
}

/** The locator's plain value, extracted by the rule of its mode if it has one. */
export function compileLocator(locator: Locator, property: NodeProperty | undefined): CompiledValue {
  const inner = compileParameter(locator.value);
  const extract = extraction(property, locator.mode);
  if (extract === undefined) return inner;
  if (inner.constant) return { constant: true, value: extract(inner.value) };
  return { constant: false, evaluate: (scope) => extract(inner.evaluate(scope)) };
}

function extraction(property: NodeProperty | undefined, mode: unknown): ((value: unknown) => unknown) | undefined {
  const rule = property?.modes?.find((candidate) => candidate['name'] === mode)?.['extractValue'] as
    | { type?: string; regex?: string }
    | undefined;
  if (rule?.type !== 'regex' || rule.regex === undefined) return undefined;
  const pattern = safePattern(rule.regex);
  return (value) => (typeof value === 'string' ? (pattern.exec(value)?.[1] ?? value) : value);
}
