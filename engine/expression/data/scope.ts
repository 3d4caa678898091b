// The scope of one node run: the data that expressions read. Only `itemIndex` changes between items.
import type { Item, ItemList } from '../../contract/run-data.ts';
import { isKnownZone } from '../builtins/time-arguments.ts';
import { ExpressionError } from '../errors.ts';
import type { EvaluationScope } from '../budget.ts';
import type { RunView } from '../run-view.ts';

/** Additional names of an expression ($response, $pageCount, $request, $credentials …) with their values. */
export type ExtraNames = Readonly<Record<string, unknown>>;

const noSlots: unknown[] = [];
const knownZones = new Set<string>();

/** Reads data names; set once by names.ts. */
type Lookup = (scope: Scope, name: string) => unknown;

/** The scope in which expressions are evaluated: one node run. Also the outermost environment of variables. */
export class Scope implements EvaluationScope {
  readonly view: RunView;
  /** Index of the current item of input 0. */
  itemIndex = 0;
  /** Additional names; they take precedence over the built-in ones. */
  extra: ExtraNames | undefined;
  /** Path of the parameter being evaluated, for errors. */
  parameter: string | undefined;
  /** The unevaluated object whose fields are being evaluated: `$parameter["&name"]` reads from it. */
  siblings: Readonly<Record<string, unknown>> | undefined;
  /** Items of input 0. */
  readonly items: ItemList;
  readonly timezone: string;
  /** Whether the workflow returns items as their json alone (setting `binaryMode: combined`). */
  readonly isCombined: boolean;
  /** Values cached for this node run, by name. */
  readonly memo = new Map<string, unknown>();
  /** Default run of other nodes; undefined for their last run. */
  run: number | undefined;
  /** Current nesting depth of $parameter evaluations. */
  parameterDepth = 0;
  readonly scope: Scope = this;
  readonly parent = undefined;
  readonly slots = noSlots;
  readonly #reader: Lookup;

  constructor(view: RunView, extra: ExtraNames | undefined, reader: Lookup) {
    this.view = view;
    this.extra = extra;
    this.#reader = reader;
    this.items = view.inputs[0] ?? null;
    this.timezone = knownZone(view.timezone);
    this.isCombined = (view.workflow.settings as { binaryMode?: unknown }).binaryMode === 'combined';
  }

  get runIndex(): number {
    return this.run ?? this.view.runIndex;
  }

  now(): number {
    return this.view.now();
  }

  /** Returns the value of a data name (`$json`, `$`, `$input`, `$node`, `$jmespath` …) as plain JavaScript; undefined for an unknown name. */
  lookup(name: string): unknown {
    return this.extra !== undefined && Object.hasOwn(this.extra, name) ? this.extra[name] : this.#reader(this, name);
  }

  /** Returns the same scope for another item or run index. */
  at(itemIndex: number, runIndex?: number): Scope {
    const scope = new Scope(this.view, this.extra, this.#reader);
    scope.itemIndex = itemIndex;
    scope.run = runIndex;
    return scope;
  }

  /** Returns the current item. If there is none, returns undefined in a lenient view, otherwise throws. */
  item(): Item | undefined {
    return this.items?.[this.itemIndex] ?? this.noData();
  }

  /** Handles missing data: returns undefined in previews, throws in a run. */
  noData(): undefined {
    if (this.view.lenient === true) return undefined;
    const count = this.items?.length ?? 0;
    if (count > 0) {
      throw new ExpressionError(`"${this.view.node.name}" node has ${count} item(s) but you're trying to access item ${this.itemIndex}`, {
        description: 'Items are counted from 0.',
        context: { type: 'no_such_item', itemIndex: this.itemIndex },
      });
    }
    throw new ExpressionError('No execution data available', {
      description: `The node '${this.view.node.name}' has no input item ${this.itemIndex}. Connect it to a node that gives items, or execute the nodes before it.`,
      context: { type: 'no_execution_data', messageTemplate: 'No execution data available' },
    });
  }

  /** Returns a value that is computed once per node run. */
  once<T>(name: string, make: () => T): T {
    if (this.memo.has(name)) return this.memo.get(name) as T;
    const value = make();
    this.memo.set(name, value);
    return value;
  }
}

function knownZone(name: string): string {
  if (knownZones.has(name)) return name;
  if (!isKnownZone(name)) {
    throw new ExpressionError(`Invalid timezone: "${name}"`, { hint: 'Choose a timezone such as Europe/Berlin in the workflow settings.' });
  }
  knownZones.add(name);
  return name;
}
