// `$('name')`: output, parameters and state of another node; and `$input`: the same for the current input.
import type { Item } from '../../contract/run-data.ts';
import { stepsFor } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import { toNumber } from '../guard/convert.ts';
import { defineType, registerType } from '../guard/types.ts';
import { withFiles } from './combined-files.ts';
import { itemsOf, requireNode, runsOf } from './node-output.ts';
import { pairedItem } from './paired-items.ts';
import type { Scope } from './scope.ts';

/** Cost of looking for the item with which one is paired. */
const PAIR_COST = 2_000;

/** Returns an item to the expression: whole, or only its json if the workflow combines files into it. */
export function handOut(scope: Scope, item: Item | undefined, isWhole = false): unknown {
  return scope.isCombined && !isWhole && item !== undefined ? withFiles(item).json : item;
}

function optionalNumber(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : toNumber(value);
}

/** `$('name')`. Members read the run on each access, since the current item changes. */
export class NodeReference {
  readonly #scope: Scope;
  readonly #name: string;
  readonly #isWhole: boolean;

  constructor(scope: Scope, name: string, isWhole: boolean) {
    this.#scope = scope;
    this.#name = name;
    this.#isWhole = isWhole;
  }

  /** The item of this node with which the current item is paired. */
  get item(): unknown {
    return handOut(this.#scope, pairedItem(this.#scope, this.#name, this.#scope.itemIndex), this.#isWhole);
  }

  get params(): unknown {
    return this.#scope.view.parametersOf(this.#name);
  }

  get context(): unknown {
    return this.#scope.view.nodeContext(this.#name);
  }

  get isExecuted(): boolean {
    return runsOf(this.#scope, this.#name).length > 0;
  }

  first(output?: unknown, run?: unknown): unknown {
    return handOut(this.#scope, this.#items(output, run)[0], this.#isWhole);
  }

  last(output?: unknown, run?: unknown): unknown {
    return handOut(this.#scope, this.#items(output, run).at(-1), this.#isWhole);
  }

  all(output?: unknown, run?: unknown): unknown {
    const items = this.#items(output, run);
    return this.#scope.isCombined && !this.#isWhole ? items.map((item) => withFiles(item).json) : items;
  }

  /** Returns the item of this node with which the input item at `index` is paired. */
  itemMatching(index?: unknown): unknown {
    if (index === undefined)
      throw new ExpressionError('Missing item index for .itemMatching()', {
        hint: `Use $("${this.#name}").itemMatching($itemIndex) or specify an index.`,
      });
    return this.pairedItem(index);
  }

  pairedItem(index?: unknown): unknown {
    return handOut(this.#scope, pairedItem(this.#scope, this.#name, optionalNumber(index) ?? this.#scope.itemIndex), this.#isWhole);
  }

  #items(output: unknown, run: unknown): readonly Item[] {
    return itemsOf(this.#scope, this.#name, optionalNumber(output), optionalNumber(run));
  }
}

registerType(
  NodeReference.prototype,
  defineType({
    name: 'NodeReference',
    getters: {
      item: (self: NodeReference) => {
        stepsFor(PAIR_COST);
        return self.item;
      },
      params: (self: NodeReference) => self.params,
      context: (self: NodeReference) => self.context,
      isExecuted: (self: NodeReference) => self.isExecuted,
    },
    methods: {
      first: (self: NodeReference, args) => self.first(args[0], args[1]),
      last: (self: NodeReference, args) => self.last(args[0], args[1]),
      all: (self: NodeReference, args) => self.all(args[0], args[1]),
      itemMatching: (self: NodeReference, args) => self.itemMatching(args[0]),
      pairedItem: (self: NodeReference, args) => self.pairedItem(args[0]),
    },
  }),
);

/** `$('name')`. With `isWhole`, items include their files even if the workflow combines them into the json. */
export function nodeReference(scope: Scope, name: unknown, isWhole: unknown): NodeReference {
  if (typeof name !== 'string') throw new ExpressionError('Give the name of a node: $("name")', { context: { type: 'missing_node_name' } });
  const whole = isWhole === true;
  return scope.once(`${whole ? 'whole' : 'node'}:${name}`, () => {
    requireNode(scope, name);
    return new NodeReference(scope, name, whole);
  });
}

/** `$input`. */
export class InputReference {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get item(): unknown {
    return handOut(this.#scope, this.#scope.item());
  }

  /** Parameters of the node that provided the input. */
  get params(): unknown {
    const source = this.#source();
    return source === undefined ? undefined : this.#scope.view.parametersOf(source);
  }

  /** State of the node that provided the input, such as `noItemsLeft` of a loop. */
  get context(): unknown {
    return this.#scope.view.nodeContext(this.#source() ?? this.#scope.view.node.name);
  }

  first(): unknown {
    return handOut(this.#scope, this.#scope.items?.[0]);
  }

  last(): unknown {
    return handOut(this.#scope, this.#scope.items?.at(-1));
  }

  all(): unknown {
    const items = this.#scope.items ?? [];
    return this.#scope.isCombined ? items.map((item) => withFiles(item).json) : items;
  }

  #source(): string | undefined {
    return this.#scope.view.sources.find((source) => source !== null)?.previousNode;
  }
}

registerType(
  InputReference.prototype,
  defineType({
    name: 'InputReference',
    getters: {
      item: (self: InputReference) => self.item,
      params: (self: InputReference) => self.params,
      context: (self: InputReference) => self.context,
    },
    methods: {
      first: (self: InputReference) => self.first(),
      last: (self: InputReference) => self.last(),
      all: (self: InputReference) => self.all(),
    },
  }),
);
