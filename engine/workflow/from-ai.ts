// `$fromAI(key, description, type, default)` in parameters: what a model is asked to fill in, read without evaluating anything.
import { AppError } from '../contract/errors.ts';
import { scanCode, type Token } from './code-scan.ts';
import type { NodeProperty } from './node-type.ts';
import { isRecord } from './own-properties.ts';

type FromAiType = 'string' | 'number' | 'boolean' | 'json';

/** One value that a model is asked to provide. */
export interface FromAiArgument {
  readonly key: string;
  readonly description: string;
  readonly type: FromAiType;
  readonly defaultValue: unknown;
}

const types: ReadonlySet<string> = new Set<FromAiType>(['string', 'number', 'boolean', 'json']);
const callNames = new Set(['$fromai']);
const keyPattern = /^[\w-]{1,64}$/;

const isCallName = (token: Token | undefined): boolean => token?.kind === 'word' && callNames.has(token.text.toLowerCase());
const isMark = (token: Token | undefined, text: string): boolean => token?.kind === 'mark' && token.text === text;

/** All `$fromAI` calls in a text. Throws AppError PARAMETER_INVALID when one has no proper key or type, or does not end. */
export function extractFromAiCalls(text: string): FromAiArgument[] {
  // Read from each call on: quotes in the prose before it would confuse the reader of code.
  return [...text.matchAll(/\$fromai\s*\(/gi)].map((match) => {
    const call = text.slice(match.index);
    return readCall(call, scanCode(call), 2);
  });
}

function readCall(text: string, tokens: readonly Token[], first: number): FromAiArgument {
  const args = argumentTexts(text, tokens, first);
  const [key = '', description = '', type = 'string', given] = args.map(plainText);
  if (!keyPattern.test(key)) {
    throw new AppError(
      'PARAMETER_INVALID',
      `Invalid parameter key "${key}" of $fromAI: use 1 to 64 letters, digits, underscores or hyphens.`,
      { params: { key } },
    );
  }
  const wanted = type === '' ? 'string' : type.toLowerCase();
  if (!types.has(wanted)) {
    throw new AppError('PARAMETER_INVALID', `Invalid type "${type}" of $fromAI("${key}"): use string, number, boolean or json.`, {
      params: { key, type },
    });
  }
  return {
    key,
    description,
    type: wanted as FromAiType,
    defaultValue: given === undefined ? undefined : typedDefault(given, wanted as FromAiType, key),
  };
}

/** The source of each argument, split at the commas of the call itself. */
function argumentTexts(text: string, tokens: readonly Token[], first: number): string[] {
  const args: string[] = [];
  let depth = 0;
  let from = (tokens[first - 1] as Token).at + 1;
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== 'mark') continue;
    const ends = depth === 0 && token.text === ')';
    if (ends || (depth === 0 && token.text === ',')) {
      args.push(text.slice(from, token.at).trim());
      from = token.at + 1;
      if (ends) return args.length === 1 && args[0] === '' ? [] : args;
    } else if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text)) depth--;
  }
  throw new AppError('PARAMETER_INVALID', 'A call of $fromAI has no closing bracket.');
}

/** A literal's text: without its quotes, and a backslash stands for the character behind it. */
function plainText(argument: string): string {
  const quote = argument[0];
  const isQuoted = argument.length > 1 && (quote === '"' || quote === "'" || quote === '`') && argument.endsWith(quote);
  return isQuoted ? argument.slice(1, -1).replace(/\\([\s\S])/g, '$1') : argument;
}

function typedDefault(text: string, type: FromAiType, key: string): unknown {
  if (type === 'string') return text;
  if (type === 'boolean') return text.toLowerCase() === 'true';
  if (type === 'number') {
    const number = Number(text);
    if (text.trim() !== '' && !Number.isNaN(number)) return number;
  } else {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Falls through to the one error below.
    }
  }
  throw new AppError('PARAMETER_INVALID', `The default of $fromAI("${key}") is no ${type}: ${text}`, { params: { key } });
}

/** True for an expression that is nothing but one `$fromAI` call with plain literals: it can read no data and run no code. */
export function isFromAiOnly(value: string): boolean {
  const code = /^=\s*\{\{([\s\S]*)\}\}\s*$/.exec(value)?.[1];
  if (code === undefined) return false;
  const tokens = scanCode(code);
  if (!isCallName(tokens[0]) || !isMark(tokens[1], '(')) return false;
  let at = 2;
  while (at < tokens.length) {
    const next = literalEnd(tokens, at);
    if (next === undefined) return false;
    if (isMark(tokens[next], ')')) return next === tokens.length - 1;
    if (!isMark(tokens[next], ',')) return false;
    at = next + 1;
  }
  return false;
}

const plainWords = new Set(['true', 'false', 'null', 'undefined']);

/** Index behind a literal, or undefined when none stands there. */
function literalEnd(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at] as Token;
  if (token.kind === 'string' || token.kind === 'number') return at + 1;
  if (token.kind === 'word') return plainWords.has(token.text) ? at + 1 : undefined;
  if (isMark(token, '-')) return tokens[at + 1]?.kind === 'number' ? at + 2 : undefined;
  return isMark(token, '`') && tokens[at + 1]?.kind === 'text' && isMark(tokens[at + 2], '`') ? at + 3 : undefined;
}

export interface DisallowedExpression {
  readonly path: string;
  readonly value: string;
}

/** Expressions of a tool's parameters that do more than ask the model for a value, by path. */
export function otherThanFromAi(parameters: unknown, path = ''): DisallowedExpression[] {
  if (typeof parameters === 'string')
    return parameters.startsWith('=') && parameters.includes('{{') && !isFromAiOnly(parameters) ? [{ path, value: parameters }] : [];
  if (Array.isArray(parameters)) return parameters.flatMap((entry: unknown, index) => otherThanFromAi(entry, `${path}[${index}]`));
  if (!isRecord(parameters)) return [];
  return Object.keys(parameters).flatMap((key) => otherThanFromAi(parameters[key], path === '' ? key : `${path}.${key}`));
}

/** Every default of a node's properties that is an expression: those the node's author has written, not its user. */
export function expressionDefaults(
  properties: readonly (Partial<NodeProperty> & { readonly values?: readonly Partial<NodeProperty>[] })[],
): Set<string> {
  const found = new Set<string>();
  for (const property of properties) {
    if (typeof property.default === 'string' && property.default.startsWith('=')) found.add(property.default);
    for (const list of [property.options, property.values])
      for (const text of expressionDefaults((list ?? []) as readonly Partial<NodeProperty>[])) found.add(text);
  }
  return found;
}
