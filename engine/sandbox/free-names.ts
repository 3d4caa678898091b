// Finds the names that a program uses without declaring them, by analyzing scopes, so that reading an undefined one can throw.
import type { Node as SyntaxNode } from 'acorn';

/** Kind of a use: as a value, as `{ name }`, as the operand of `new`, or read and written at once (`name++`, `name += 1`). */
type UseKind = 'read' | 'shorthand' | 'new' | 'update';

export interface NameUse {
  readonly kind: UseKind;
  readonly start: number;
  readonly end: number;
}

/** A name that the program does not declare. */
export interface FreeName {
  readonly name: string;
  /** Its uses except `typeof name` and plain assignments, which never throw. */
  readonly uses: readonly NameUse[];
}

/** Role of the identifiers in a node: read, assigned, both, or declared (in the function or the block). */
type Role = 'read' | 'write' | 'update' | 'var' | 'let';

interface NameScope {
  readonly names: Set<string>;
  readonly parent: NameScope | undefined;
  /** Scope of `var` declarations. */
  readonly isFunction: boolean;
}

type AnyNode = SyntaxNode & { readonly [key: string]: unknown };

interface Visit {
  readonly node: AnyNode;
  readonly scope: NameScope;
  readonly role: Role;
  /** How an identifier is read. */
  readonly kind: UseKind;
}

interface Reference {
  readonly name: string;
  readonly scope: NameScope;
  readonly use: NameUse;
}

/** Returns the free names of a program that becomes a function body: `arguments` counts as declared, and the caller handles parameters. */
export function freeNames(program: SyntaxNode): FreeName[] {
  const references = new ScopeReader(program as AnyNode).read();
  const free = new Map<string, NameUse[]>();
  for (const { name, scope, use } of references) {
    if (isDeclared(name, scope)) continue;
    const uses = free.get(name);
    if (uses === undefined) free.set(name, [use]);
    else uses.push(use);
  }
  return [...free].map(([name, uses]) => ({ name, uses }));
}

function isDeclared(name: string, scope: NameScope): boolean {
  for (let around: NameScope | undefined = scope; around !== undefined; around = around.parent) if (around.names.has(name)) return true;
  return false;
}

const isNode = (value: unknown): value is AnyNode => typeof (value as AnyNode | null | undefined)?.type === 'string';

/** Walks with an explicit stack, so that depth is unlimited. Declarations may follow their uses, so names are resolved at the end. */
class ScopeReader {
  readonly #references: Reference[] = [];
  readonly #stack: Visit[] = [];

  constructor(program: AnyNode) {
    const scope: NameScope = { names: new Set(['arguments']), parent: undefined, isFunction: true };
    this.#all(program['body'], scope);
  }

  read(): readonly Reference[] {
    for (let visit = this.#stack.pop(); visit !== undefined; visit = this.#stack.pop()) this.#visit(visit);
    return this.#references;
  }

  #push(node: unknown, scope: NameScope, role: Role = 'read', kind: UseKind = 'read'): void {
    if (isNode(node)) this.#stack.push({ node, scope, role, kind });
  }

  #all(nodes: unknown, scope: NameScope, role: Role = 'read'): void {
    for (const node of nodes as readonly unknown[]) this.#push(node, scope, role);
  }

  #inner(parent: NameScope, isFunction = false): NameScope {
    return { names: new Set(), parent, isFunction };
  }

  #declare(name: string, scope: NameScope, role: Role): void {
    let target = scope;
    if (role === 'var') while (!target.isFunction && target.parent !== undefined) target = target.parent;
    target.names.add(name);
  }

  #visit(visit: Visit): void {
    if (visit.node.type === 'Identifier') this.#identifier(visit);
    else if (!this.#pattern(visit) && !this.#scoped(visit) && !this.#expression(visit)) this.#children(visit);
  }

  #identifier({ node, scope, role, kind }: Visit): void {
    const name = node['name'] as string;
    if (role === 'var' || role === 'let') this.#declare(name, scope, role);
    else if (role !== 'write') {
      this.#references.push({ name, scope, use: { kind: role === 'update' ? 'update' : kind, start: node.start, end: node.end } });
    }
  }

  /** Patterns apply their role to the names in them; defaults and computed keys are read. */
  #pattern({ node, scope, role }: Visit): boolean {
    switch (node.type) {
      case 'ObjectPattern':
        for (const property of node['properties'] as readonly AnyNode[]) {
          if (property['computed'] === true) this.#push(property['key'], scope);
          this.#push(property.type === 'RestElement' ? property['argument'] : property['value'], scope, role);
        }
        return true;
      case 'ArrayPattern':
        this.#all(node['elements'], scope, role);
        return true;
      case 'AssignmentPattern':
        this.#push(node['left'], scope, role);
        this.#push(node['right'], scope);
        return true;
      case 'RestElement':
        this.#push(node['argument'], scope, role);
        return true;
      case 'VariableDeclaration':
        for (const { id, init } of node['declarations'] as readonly { id: AnyNode; init: AnyNode | null }[]) {
          this.#push(id, scope, node['kind'] === 'var' ? 'var' : 'let');
          this.#push(init, scope);
        }
        return true;
      default:
        return false;
    }
  }

  #scoped(visit: Visit): boolean {
    const { node, scope } = visit;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(visit);
        return true;
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const inner = this.#inner(scope);
        this.#push(node['id'], node.type === 'ClassDeclaration' ? scope : inner, 'let');
        this.#push(node['superClass'], inner);
        this.#push(node['body'], inner);
        return true;
      }
      case 'CatchClause': {
        const inner = this.#inner(scope);
        this.#push(node['param'], inner, 'let');
        this.#push(node['body'], inner);
        return true;
      }
      case 'BlockStatement':
      case 'StaticBlock':
        this.#all(node['body'], this.#inner(scope, node.type === 'StaticBlock'));
        return true;
      case 'ForStatement':
      case 'SwitchStatement':
        this.#children({ ...visit, scope: this.#inner(scope) });
        return true;
      case 'ForInStatement':
      case 'ForOfStatement': {
        const inner = this.#inner(scope);
        this.#push(node['left'], inner, 'write');
        this.#push(node['right'], inner);
        this.#push(node['body'], inner);
        return true;
      }
      default:
        return false;
    }
  }

  #function({ node, scope }: Visit): void {
    const inner = this.#inner(scope, true);
    if (node.type !== 'ArrowFunctionExpression') inner.names.add('arguments');
    if (node.type === 'FunctionDeclaration') {
      this.#push(node['id'], scope, 'let');
      // In sloppy mode a function in a block is visible in the whole enclosing function.
      this.#push(node['id'], scope, 'var');
    } else this.#push(node['id'], inner, 'let');
    this.#all(node['params'], inner, 'let');
    const body = node['body'] as AnyNode;
    if (body.type === 'BlockStatement') this.#all(body['body'], inner);
    else this.#push(body, inner);
  }

  #expression({ node, scope, kind }: Visit): boolean {
    switch (node.type) {
      case 'AssignmentExpression':
        this.#push(node['left'], scope, node['operator'] === '=' ? 'write' : 'update');
        this.#push(node['right'], scope);
        return true;
      case 'UpdateExpression':
        this.#push(node['argument'], scope, 'update');
        return true;
      case 'UnaryExpression':
        if (node['operator'] !== 'typeof' || (node['argument'] as AnyNode).type !== 'Identifier') return false;
        return true;
      case 'MemberExpression':
        this.#push(node['object'], scope, 'read', kind === 'new' ? 'new' : 'read');
        if (node['computed'] === true) this.#push(node['property'], scope);
        return true;
      case 'NewExpression':
        this.#push(node['callee'], scope, 'read', 'new');
        this.#all(node['arguments'], scope);
        return true;
      case 'TaggedTemplateExpression':
        this.#push(node['tag'], scope, 'read', kind === 'new' ? 'new' : 'read');
        this.#push(node['quasi'], scope);
        return true;
      case 'Property':
        if (node['computed'] === true) this.#push(node['key'], scope);
        this.#push(node['value'], scope, 'read', node['shorthand'] === true ? 'shorthand' : 'read');
        return true;
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node['computed'] === true) this.#push(node['key'], scope);
        this.#push(node['value'], scope);
        return true;
      case 'LabeledStatement':
        this.#push(node['body'], scope);
        return true;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return true;
      default:
        return false;
    }
  }

  /** For all other nodes, the children are read. */
  #children({ node, scope }: Visit): void {
    for (const key of Object.keys(node)) {
      const value = node[key];
      if (Array.isArray(value)) this.#all(value, scope);
      else this.#push(value, scope);
    }
  }
}
