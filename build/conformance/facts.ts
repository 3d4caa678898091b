// Runs function facts: the result of a named function for given arguments, or of a chain of calls on it.
import { AppError } from '../../engine/contract/errors.ts';
import { judge, show, type Outcome } from './compare.ts';
import type { Adapter, Adapters } from './facts/adapter.ts';
import { languageAdapters } from './facts/language-adapters.ts';
import { nodeAdapters } from './facts/node-adapters.ts';
import { componentAdapters } from './facts/component-adapters.ts';
import { decodeFact } from './facts/stand-ins.ts';
import type { CaseResult } from './result.ts';

interface Step {
  readonly new?: readonly unknown[];
  readonly get?: string;
  readonly call?: readonly unknown[];
}

interface Fact {
  readonly id: string;
  readonly fn: string;
  readonly test: string;
  readonly args?: readonly unknown[];
  readonly steps?: readonly Step[];
  /** JavaScript access applied to the result. */
  readonly then?: string;
  /** Whether the call must throw; the matcher then applies to the error. */
  readonly throws?: boolean;
  readonly matcher: string;
  readonly expected?: unknown;
}

/** Runs every fact of a facts*.json. A function without an adapter fails with 'not built yet'. */
export async function runFacts(content: unknown): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const fact of (content as { readonly facts: readonly Fact[] }).facts) {
    const failure = await differenceOf(fact).catch((error: unknown) => `threw ${show(error)}`);
    results.push({ id: `${fact.id} ${fact.test}`, group: fact.fn, ...(failure === undefined ? {} : { failure }) });
  }
  return results;
}

async function differenceOf(fact: Fact): Promise<string | undefined> {
  const adapter = Object.hasOwn(adapters, fact.fn) ? adapters[fact.fn] : undefined;
  if (adapter === undefined) return 'not built yet';
  const outcome = await outcomeOf(fact, adapter);
  if (fact.throws !== true) return judge(outcome, fact.matcher, fact.expected);
  if (!('thrown' in outcome)) return `expected a failure, got ${show(outcome.value)}`;
  if (fact.matcher !== 'toHaveProperty') return judge({ value: outcome.thrown }, fact.matcher, fact.expected);
  const [name, value] = decodeFact(fact.expected) as readonly [string, unknown];
  return judge({ value: readMember(outcome.thrown, name) }, 'toEqual', value);
}

async function outcomeOf(fact: Fact, adapter: Adapter): Promise<Outcome> {
  try {
    const subject = await adapter.load();
    const value = fact.steps === undefined ? callSubject(subject, decodeAll(fact.args ?? [])) : await follow(subject, fact.steps);
    return { value: accessPath(await value, fact.then) };
  } catch (error) {
    return { thrown: adapter.errorClass !== undefined && error instanceof AppError ? aliased(error, adapter.errorClass) : error };
  }
}

const decodeAll = (values: readonly unknown[]): unknown[] => values.map(decodeFact);

function callSubject(subject: unknown, args: readonly unknown[]): unknown {
  if (typeof subject !== 'function') throw new TypeError('the adapter is not a function');
  return Reflect.apply(subject as (...args: unknown[]) => unknown, undefined, args);
}

/** Follows construct, get and call steps; a function read from an object is called on that object. */
async function follow(subject: unknown, steps: readonly Step[]): Promise<unknown> {
  let value: unknown = subject;
  let self: unknown;
  for (const step of steps) {
    if (step.new !== undefined) value = Reflect.construct(value as new (...args: unknown[]) => unknown, decodeAll(step.new));
    else if (step.get !== undefined) {
      self = value;
      value = readMember(value, step.get);
      continue;
    } else if (step.call !== undefined) value = await Reflect.apply(value as (...args: unknown[]) => unknown, self, decodeAll(step.call));
    self = undefined;
  }
  return value;
}

/** Returns an error of this product under the class name of the corpus, determined by its code. */
function aliased(error: AppError, name: string): Error {
  return Object.assign(new Error(error.message, { cause: error }), { name });
}

/** All adapters: maps the corpus's functions to those of this product. */
export const adapters: Adapters = { ...languageAdapters, ...componentAdapters, ...nodeAdapters };

const part = /\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(\d+|"[^"]*"|'[^']*')\]|\(([^()]*)\)/uy;

/** The value at an access path; the value itself without a path. Throws SyntaxError for anything but names, indexes and calls. */
export function accessPath(value: unknown, path: string | undefined): unknown {
  let current = value;
  let self: unknown;
  let at = 0;
  if (path === undefined) return value;
  while (at < path.length) {
    part.lastIndex = at;
    const match = part.exec(path);
    if (match === null) throw new SyntaxError(`The access "${path}" is not understood.`);
    const [whole, name, index, args] = match;
    if (args !== undefined) {
      current = Reflect.apply(current as (...args: unknown[]) => unknown, self, JSON.parse(`[${args.replaceAll("'", '"')}]`) as unknown[]);
    } else {
      self = current;
      current = readMember(current, name ?? (index as string).replace(/^["']|["']$/g, ''));
    }
    at += whole.length;
  }
  return current;
}

/** A property as JavaScript reads it, including inherited ones. Throws TypeError on null and undefined. */
export function readMember(value: unknown, name: string): unknown {
  if (value === null || value === undefined) throw new TypeError(`Cannot read "${name}" of ${String(value)}.`);
  return (Object(value) as Record<string, unknown>)[name];
}
