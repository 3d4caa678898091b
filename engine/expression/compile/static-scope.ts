// Names at compile time: the environment and slot of each variable.
import type * as acorn from 'acorn';
import { ExpressionReservedVariableError } from '../errors.ts';

/** An environment that will be created at run time; its slots are assigned at compile time. */
export class StaticFrame {
  readonly parent: StaticFrame | undefined;
  slotCount = 0;

  constructor(parent: StaticFrame | undefined) {
    this.parent = parent;
  }

  allocate(): number {
    return this.slotCount++;
  }
}

export interface Binding {
  readonly frame: StaticFrame;
  readonly index: number;
  readonly isConstant: boolean;
}

/** Address of a variable: how many environments up, and the slot. */
export interface Address {
  readonly depth: number;
  readonly index: number;
  readonly isConstant: boolean;
}

/** A lexical scope. Blocks without closures share the frame of their function. */
export class StaticScope {
  readonly parent: StaticScope | undefined;
  readonly frame: StaticFrame;
  /** A function other than an arrow: it has its own `this`. */
  readonly hasThis: boolean;
  readonly #names = new Map<string, Binding>();

  constructor(parent: StaticScope | undefined, frame: StaticFrame, hasThis = false) {
    this.parent = parent;
    this.frame = frame;
    this.hasThis = hasThis;
  }

  declare(name: string, isConstant = false): Binding {
    if (name.startsWith('___')) throw new ExpressionReservedVariableError(name);
    return this.define(name, isConstant);
  }

  /** Declares an internal name, which no variable can have. */
  define(name: string, isConstant = false): Binding {
    const address = this.#names.get(name);
    if (address !== undefined) return address;
    const binding = { frame: this.frame, index: this.frame.allocate(), isConstant };
    this.#names.set(name, binding);
    return binding;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  resolve(name: string): Address | undefined {
    const binding = this.#find(name);
    return binding === undefined ? undefined : this.addressOf(binding);
  }

  #find(name: string): Binding | undefined {
    const { parent } = this;
    return this.#names.get(name) ?? (parent === undefined ? undefined : parent.#find(name));
  }

  addressOf(binding: Binding): Address {
    let depth = 0;
    for (let frame: StaticFrame | undefined = this.frame; frame !== binding.frame && frame !== undefined; frame = frame.parent) depth++;
    return { depth, index: binding.index, isConstant: binding.isConstant };
  }

  /** Returns the scope of the enclosing function, ignoring arrow functions; undefined outside of functions. */
  functionScope(): StaticScope | undefined {
    return this.hasThis ? this : this.parent?.functionScope();
  }
}

type AnyNode = acorn.Node & Record<string, unknown>;

/** Calls `visit` for every descendant; if it returns false, the node's children are skipped. */
function walk(node: unknown, visit: (node: AnyNode) => boolean): void {
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, visit);
    return;
  }
  if (typeof node !== 'object' || node === null || typeof (node as AnyNode).type !== 'string') return;
  if (!visit(node as AnyNode)) return;
  for (const [key, value] of Object.entries(node)) if (key !== 'type' && typeof value === 'object') walk(value, visit);
}

const isFunctionNode = (node: AnyNode): boolean => /Function|^Class/.test(node.type);

/** Whether code in the node creates a function or class, which may capture variables. */
export function makesClosures(node: acorn.Node | readonly (acorn.Node | null | undefined)[]): boolean {
  let match = false;
  walk(node, (inner) => {
    match ||= isFunctionNode(inner);
    return !match;
  });
  return match;
}

/** Returns the names that a pattern binds. */
export function patternNames(pattern: acorn.Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => patternNames(property.type === 'RestElement' ? property.argument : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : patternNames(element)));
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    case 'RestElement':
      return patternNames(pattern.argument);
    default:
      return [];
  }
}

/** Returns the names declared by `var` within a function's body, without nested functions. */
export function varNames(body: acorn.Node | readonly acorn.Node[]): string[] {
  const names: string[] = [];
  walk(body, (node) => {
    if (node.type === 'VariableDeclaration' && node['kind'] === 'var') {
      for (const declarator of node['declarations'] as acorn.VariableDeclarator[]) names.push(...patternNames(declarator.id));
    }
    return !isFunctionNode(node);
  });
  return names;
}

/** Returns the names that are assigned anywhere, whether declared or not. */
export function assignedNames(root: acorn.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (target: unknown): void => {
    const node = target as acorn.Pattern;
    if (node.type !== 'MemberExpression') for (const name of patternNames(node)) names.add(name);
  };
  walk(root, (node) => {
    if (node.type === 'AssignmentExpression') note(node['left']);
    else if (node.type === 'UpdateExpression') note(node['argument']);
    else if (
      (node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
      (node['left'] as acorn.Node).type !== 'VariableDeclaration'
    )
      note(node['left']);
    return true;
  });
  return names;
}
