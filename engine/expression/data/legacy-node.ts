// Legacy access to other nodes: `$node["name"]`, `$items(…)` and `$item(index)`.
import type { Item } from '../../contract/run-data.ts';
import { ExpressionError } from '../errors.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { defineType, registerType } from '../guard/types.ts';
import { lazyParameter } from './lazy-parameters.ts';
import { handOut } from './node-reference.ts';
import { connectedOutput, itemsOf, requireNode, runsOf } from './node-output.ts';
import { pairedItem } from './paired-items.ts';
import type { Scope } from './scope.ts';

/** `$node["name"]`: data of the node's item with the same index as the current one. */
export class NodeData {
  readonly #scope: Scope;
  readonly #name: string;

  constructor(scope: Scope, name: string) {
    this.#scope = scope;
    this.#name = name;
  }

  get json(): unknown {
    return this.#item().json;
  }

  get data(): unknown {
    return this.#item().json;
  }

  get binary(): unknown {
    return this.#item().binary ?? {};
  }

  get context(): unknown {
    return this.#scope.view.nodeContext(this.#name);
  }

  get parameter(): unknown {
    return lazyParameter(this.#scope.view.parametersOf(this.#name), this.#scope);
  }

  /** Index of the node's last run; -1 if it did not run. */
  get runIndex(): number {
    return runsOf(this.#scope, this.#name).length - 1;
  }

  /** Past the end of the node's items the paired item is used, so that a node with a single item provides it for all items. */
  #item(): Item {
    const index = this.#scope.itemIndex;
    const item =
      itemsOf(this.#scope, this.#name, connectedOutput(this.#scope, this.#name))[index] ?? pairedItem(this.#scope, this.#name, index);
    if (item !== undefined) return item;
    throw new ExpressionError(`Node '${this.#name}' has no item with index ${index}`, {
      context: { nodeCause: this.#name, type: 'no_such_item' },
    });
  }
}

registerType(
  NodeData.prototype,
  defineType({
    name: 'NodeData',
    getters: {
      json: (self: NodeData) => self.json,
      data: (self: NodeData) => self.data,
      binary: (self: NodeData) => self.binary,
      context: (self: NodeData) => self.context,
      parameter: (self: NodeData) => self.parameter,
      runIndex: (self: NodeData) => self.runIndex,
    },
  }),
);

/** `$node`: one entry per node of the workflow, created when it is read. Built once per node run. */
export function nodeTable(scope: Scope): object {
  return scope.once('$node', () =>
    byName(
      (name) => {
        requireNode(scope, name);
        return scope.once(`data:${name}`, () => new NodeData(scope, name));
      },
      () => [...scope.view.workflow.nodes.keys()],
    ),
  );
}

/** Objects created by `byName`. Reading all of their fields may fail or never end, so they are rejected as values. */
const scopeTables = new WeakSet<object>();

export const isScopeTable = (value: object): boolean => scopeTables.has(value);

/** Returns an object without a prototype whose fields are looked up by name. */
export function byName(read: (name: string) => unknown, names: () => string[]): object {
  const table = new Proxy(Object.create(null) as object, {
    get: (_, key) => (typeof key === 'string' ? read(key) : undefined),
    has: (_, key) => typeof key === 'string' && names().includes(key),
    ownKeys: () => names(),
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && names().includes(key) ? { value: read(key), enumerable: true, configurable: true } : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  scopeTables.add(table);
  return table;
}

/** `$items(name, output, run)`. Without arguments, returns the current input; `run` defaults to the node's last run. */
export function legacyItems(scope: Scope, name: unknown, output: unknown, run: unknown): readonly unknown[] {
  if (name === undefined) return (scope.items ?? []).map((item) => handOut(scope, item));
  const node = toText(name);
  requireNode(scope, node);
  return itemsOf(scope, node, output === undefined ? 0 : toNumber(output), run === undefined ? undefined : toNumber(run));
}
