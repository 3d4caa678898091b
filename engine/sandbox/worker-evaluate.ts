// Compiles user code to a function within its compartment and converts its errors to plain data. Reading an undefined name throws.
import type { FreeName, NameUse } from './free-names.ts';
import type { CodeErrorData } from './protocol.ts';
import { applyEdits, type PreparedSource } from './source.ts';
import { showSourcesOf } from './worker-realm.ts';

/** The part of a compartment that the sandbox uses. */
interface CodeCompartment {
  readonly globalThis: object;
  evaluate(source: string, options?: object): unknown;
}

/**
 * Compiles the function `head { source }`. `head` declares `parameters`. `sourceName` appears in stack traces, with the line numbers of the
 * user's code.
 */
export function evaluateSource(
  compartment: CodeCompartment,
  { code: userCode, free }: PreparedSource,
  head: string,
  parameters: readonly string[],
  sourceName: string,
): unknown {
  const { globalThis: globals } = compartment;
  blockCompilers(globals);
  const missing = free.filter(({ name }) => !(name in globals) && !parameters.includes(name));
  let body = userCode;
  if (missing.length > 0) {
    const reader = freeNameFor(userCode);
    Object.defineProperty(globals, reader, { value: nameReader(globals) });
    body = guarded(userCode, missing, reader);
  }
  // The first line of the user's code stays line 1. Assigning to an undeclared name creates a global of this compartment.
  const code = `(${head} {${body}\n})`;
  showSourcesOf(code);
  return compartment.evaluate(`${code}\n//# sourceURL=${sourceName}`, { sloppyGlobalsMode: true });
}

/** Strings are never compiled as code, neither here nor in a nested compartment, whose checks are weaker than this parser. */
function blockCompilers(globals: object): void {
  const rejected = harden(() => {
    throw new EvalError('eval() is not available in code. Write the code itself, or read data with JSON.parse().');
  });
  const inert: unknown = Object.getPrototypeOf(rejected).constructor;
  Object.defineProperties(globals, {
    eval: { value: rejected, writable: false, configurable: false },
    Function: { value: inert, writable: false, configurable: false },
  });
  for (const name of ['Compartment', 'lockdown', 'harden', 'ModuleSource', 'assert']) Reflect.deleteProperty(globals, name);
}

/** Reads names by a call (`read("a")`) or as members (`read.a += 1`); throws ReferenceError for undefined names. */
function nameReader(globals: object): unknown {
  const read = (name: string): unknown => {
    if (name in globals) return (globals as Record<string, unknown>)[name];
    throw new ReferenceError(`${name} is not defined`);
  };
  return new Proxy(
    Object.freeze(() => undefined),
    {
      apply: (_target, _self, [name]) => read(name as string),
      get: (_target, name) => read(name as string),
      set: (_target, name, value) => Reflect.set(globals, name, value),
    },
  );
}

function freeNameFor(code: string): string {
  let name = '$defined';
  while (code.includes(name)) name += '_';
  return name;
}

function guarded(code: string, names: readonly FreeName[], reader: string): string {
  const edits = names.flatMap(({ name, uses }) =>
    uses.map(({ start, end, kind }) => ({ start, end, replacement: spelling[kind](reader, name) })),
  );
  return applyEdits(code, edits);
}

/** A replacement must not start with a bracket, which would continue the previous line if it has no semicolon. After `new` that cannot happen. */
const spelling: Readonly<Record<NameUse['kind'], (reader: string, name: string) => string>> = {
  read: (reader, name) => `${reader}("${name}")`,
  shorthand: (reader, name) => `${name}:${reader}("${name}")`,
  new: (reader, name) => `(${reader}("${name}"))`,
  update: (reader, name) => `${reader}.${name}`,
};

/** Name of user code in stack traces. */
export const sourceName = 'millrace-code.js';

/** Maximum length of an error's message and stack. */
const longestText = 10_000;
const linePattern = new RegExp(`${sourceName}:(\\d+)`);

/** Converts a thrown value to plain data. */
export function codeErrorData(error: unknown, itemIndex?: number): CodeErrorData {
  const item = itemIndex === undefined ? {} : { itemIndex };
  try {
    return { ...described(error), ...item };
  } catch {
    return { name: 'Error', message: 'An error that cannot be shown', ...item };
  }
}

function described(error: unknown): CodeErrorData {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { name: 'Error', message: describeValue(error) };
  const { name, message, stack, description, code } = error as Partial<
    Record<'name' | 'message' | 'stack' | 'description' | 'code', unknown>
  >;
  // The stack frames are at the end, after a message of any length.
  const line = typeof stack === 'string' ? linePattern.exec(stack.slice(-longestText))?.[1] : undefined;
  return {
    name: typeof name === 'string' ? cut(name) : 'Error',
    message: describeValue(message),
    ...(typeof code === 'string' ? { code: cut(code) } : {}),
    ...(typeof description === 'string' ? { description: cut(description) } : {}),
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}

function describeValue(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
