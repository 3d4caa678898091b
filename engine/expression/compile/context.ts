// Shared context of the compiler's parts.
import type * as acorn from 'acorn';
import { Frame, type Action, type Code, type Environment, type Store } from '../environment.ts';
import { ExpressionSyntaxError } from '../errors.ts';
import type { Address, StaticScope } from './static-scope.ts';

/** One segment of code being compiled, through which the parts of the compiler call each other. */
export interface Unit {
  readonly source: string;
  readonly expression: (node: acorn.Expression | acorn.Super | acorn.PrivateIdentifier, context: Context) => Code;
  readonly statement: (node: acorn.Statement | acorn.ModuleDeclaration, context: Context, labels?: readonly string[]) => Action;
  readonly functionValue: (
    node: acorn.Function,
    context: Context,
    options?: { readonly isMethod?: boolean; readonly name?: string },
  ) => (env: Environment, home?: object) => unknown;
  readonly classValue: (node: acorn.Class, context: Context, name?: string) => Code;
  readonly pattern: (node: acorn.Pattern, context: Context, isDeclaration: boolean) => Store;
  /** Whether code may change data in place; then objects created by the code are registered as its own. */
  mayMutate: boolean;
  /** Whether code can build unlimited data, or functions; then its result is checked. */
  mayGrow: boolean;
  /** Whether the result can be or contain a function; then it is checked before it is returned. */
  mayHoldFunctions: boolean;
}

export interface Context {
  readonly unit: Unit;
  readonly scope: StaticScope;
  /** Whether values of expression statements become the segment's result. */
  readonly tracksValue: boolean;
}

/** Returns the error for unsupported syntax. */
export function unsupported(what: string, node: acorn.Node, context: Context): ExpressionSyntaxError {
  return new ExpressionSyntaxError(`invalid syntax: ${what} cannot be used in expressions`, {
    description: `At: ${context.unit.source.slice(node.start, Math.min(node.end, node.start + 80))}`,
    hint: 'Use a Code node for this.',
  });
}

/** Compiles reading a variable. */
export function readSlot(address: Address): Code {
  const { depth, index } = address;
  switch (depth) {
    case 0:
      return (env) => env.slots[index];
    case 1:
      return (env) => (env.parent as Environment).slots[index];
    case 2:
      return (env) => ((env.parent as Environment).parent as Environment).slots[index];
    default:
      return (env) => environmentAt(env, depth).slots[index];
  }
}

/** Compiles setting a variable. */
export function writeSlot(address: Address): Store {
  const { depth, index } = address;
  if (depth === 0) {
    return (env, value) => {
      env.slots[index] = value;
    };
  }
  return (env, value) => {
    environmentAt(env, depth).slots[index] = value;
  };
}

function environmentAt(env: Environment, depth: number): Environment {
  let environment = env;
  for (let hops = depth; hops > 0; hops--) environment = environment.parent as Environment;
  return environment;
}

/** Returns a new environment per iteration, initialized from the previous one. */
export function copyFrame(env: Environment, slotCount: number): Environment {
  const copy = new Frame(env.parent as Environment, slotCount);
  for (let index = 0; index < slotCount; index++) copy.slots[index] = env.slots[index];
  return copy;
}
