// A node as a tool of a model: its name, its description, and the values that the model chooses, from calls of `$fromAI` in its parameters.
import type { ConnectedNode } from './execute-context.ts';

/** A node as a model sees it. */
export interface ToolData {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly ToolField[];
}

/** A value that the model chooses, from a call of `$fromAI`. */
export interface ToolField {
  readonly key: string;
  readonly description?: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly defaultValue?: unknown;
}

export function toolOf({ ctx, displayName }: ConnectedNode): ToolData {
  const { name, parameters } = ctx.node;
  const fields: ToolField[] = [];
  collectFields(parameters, fields);
  return { name: toolName(name), description: descriptionOf(parameters, displayName ?? name), fields };
}

/** Models accept letters, digits, `_` and `-`, 64 at most. */
export const toolName = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || 'tool';

function descriptionOf(parameters: Readonly<Record<string, unknown>>, displayName: string): string {
  const parameterText = (key: string): string => (typeof parameters[key] === 'string' ? parameters[key] : '');
  const ownDescription = parameterText('toolDescription');
  if (parameterText('descriptionType') !== 'auto' && ownDescription !== '') return ownDescription;
  const action = [parameterText('operation'), parameterText('resource')].filter((part) => part !== '').join(' ');
  return action === '' ? displayName : `${action} in ${displayName}`;
}

/** Adds the values of all texts within a value, each key once. */
export function collectFields(value: unknown, fields: ToolField[]): void {
  if (typeof value === 'string') {
    for (const field of fieldsIn(value)) if (!fields.some(({ key }) => key === field.key)) fields.push(field);
  } else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) collectFields(entry, fields);
}

/** Returns the values of one text. */
export const fieldsIn = (expression: string): readonly ToolField[] =>
  [...callsIn(expression)].map(fieldOf).filter((field) => field !== undefined);

const CALL = /\$fromai\s*\(/gi;
/** Longer parameters are not searched. */
const LONGEST = 100_000;

/** Yields the arguments of each call of `$fromAI` in an expression, as far as they are literals. */
function* callsIn(expression: string): Generator<readonly unknown[]> {
  if (expression.length > LONGEST) return;
  for (const { index, 0: start } of expression.matchAll(CALL)) {
    const args: unknown[] = [];
    let rest = expression.slice(index + start.length);
    for (let literal = LITERAL.exec(rest); literal !== null; literal = LITERAL.exec(rest)) {
      args.push(valueOf(literal[1] ?? ''));
      rest = rest.slice(literal[0].length);
      if (literal[2] === ')') break;
    }
    yield args;
  }
}

/** A literal and what follows it. */
const LITERAL = /^\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[\w.+-]*)\s*([,)])/;

function valueOf(literal: string): unknown {
  if (/^['"`]/.test(literal)) return literal.slice(1, -1).replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
  if (literal === 'true' || literal === 'false') return literal === 'true';
  const number = Number(literal);
  return literal === '' || Number.isNaN(number) ? undefined : number;
}

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'boolean', 'json']);

function fieldOf([key, description, type, fallback]: readonly unknown[]): ToolField | undefined {
  if (typeof key !== 'string' || key === '') return undefined;
  return {
    key,
    type: types.has(type) ? (type as ToolField['type']) : 'string',
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(fallback === undefined ? {} : { defaultValue: fallback }),
  };
}
