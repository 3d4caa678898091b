// The data names of expressions (`$json`, `$input`, `$('name')` …). Each reads directly from the scope.
import { DateTime } from 'luxon';
import { customEntry, customEntryProblem, storeCustomEntry } from '../../contract/custom-data.ts';
import { DATE_COST, session, stepsFor } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import { functionNames } from '../methods/functions.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { defineFacade, defineNamespace } from '../guard/functions.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { fieldNames, fieldOf } from '../guard/write.ts';
import { agentInfo, fromModel } from './agent.ts';
import { searchData } from './jmespath.ts';
import { withFiles } from './combined-files.ts';
import { noSecrets } from './external-secrets.ts';
import { evaluateText, lazyParameter } from './lazy-parameters.ts';
import { byName, legacyItems, nodeTable } from './legacy-node.ts';
import { handOut, InputReference, nodeReference } from './node-reference.ts';
import { pairedItemFrom } from './paired-items.ts';
import type { Scope } from './scope.ts';

export type NameReader = (scope: Scope) => unknown;

/** Returns a function that is created once per scope and called with the scope's data. */
function perScope(name: string, call: (scope: Scope, args: readonly unknown[]) => unknown): NameReader {
  return (scope) => scope.once(`function:${name}`, () => defineFacade(name, { call: (...args) => call(scope, args) }));
}

function currentJson(scope: Scope): unknown {
  const item = scope.items?.[scope.itemIndex] ?? scope.item();
  return scope.isCombined && item !== undefined ? withFiles(item).json : item?.json;
}

/** Charges for a date. A Code node reads these names outside of an evaluation. */
function payForMoment(): void {
  if (session.depth > 0) stepsFor(DATE_COST);
}

function today(scope: Scope): DateTime {
  payForMoment();
  return DateTime.fromMillis(scope.now(), { zone: scope.timezone }).startOf('day');
}

function environment(scope: Scope): object {
  const { env } = scope.view;
  if (env !== undefined) return env;
  return scope.once('$env', () =>
    byName(
      () => {
        throw new ExpressionError('access to env vars denied', {
          description: 'Reading environment variables in expressions is disabled on this instance.',
          context: { type: 'env_access_denied' },
        });
      },
      () => [],
    ),
  );
}

/** Throws ExpressionError for an invalid key or value. */
function setCustomEntry(data: Map<string, string>, key: unknown, value: unknown): void {
  const problem = customEntryProblem(key, value);
  if (problem !== undefined) throw new ExpressionError(problem);
  storeCustomEntry(data, String(key), String(value));
}

/** Stores all valid entries, then throws ExpressionError for the first invalid one. */
function setCustomEntries(data: Map<string, string>, entries: readonly (readonly [key: string, value: unknown])[]): void {
  const isGood = ([key, value]: readonly [string, unknown]): boolean => customEntryProblem(key, value) === undefined;
  for (const [key, value] of entries.filter(isGood)) setCustomEntry(data, key, value);
  const bad = entries.find((entry) => !isGood(entry));
  if (bad !== undefined) setCustomEntry(data, ...bad);
}

function customData(scope: Scope): object {
  const { customData: data } = scope.view;
  return defineNamespace({
    get: defineFacade('get', { call: (key) => customEntry(data, toText(key)) }),
    getAll: defineFacade('getAll', { call: () => Object.fromEntries(data) }),
    set: defineFacade('set', { call: (key, value) => setCustomEntry(data, key, value) }),
    setAll: defineFacade('setAll', {
      call: (values) =>
        setCustomEntries(
          data,
          fieldNames(values).map((name) => [name, fieldOf(values, name)]),
        ),
    }),
  });
}

function execution(scope: Scope): object {
  const { view } = scope;
  return scope.once('$execution', () => ({
    id: view.executionId,
    mode: view.mode === 'manual' ? 'test' : view.mode === 'evaluation' ? 'evaluation' : 'production',
    resumeUrl: view.resumeUrl,
    resumeFormUrl: view.resumeFormUrl,
    customData: customData(scope),
  }));
}

function previousNode(scope: Scope): object {
  return scope.once('$prevNode', () => {
    const source = scope.view.sources.find((entry) => entry !== null && entry !== undefined);
    return {
      name: source?.previousNode,
      outputIndex: source === undefined || source === null ? undefined : (source.previousNodeOutput ?? 0),
      runIndex: source === undefined || source === null ? undefined : (source.previousNodeRun ?? 0),
    };
  });
}

/** `$item(index, run)`: the data names for another item. */
export class ItemData {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  static read(self: ItemData, reader: NameReader): unknown {
    return reader(self.#scope);
  }
}

function itemData(scope: Scope, args: readonly unknown[]): ItemData {
  const index = args[0] === undefined ? scope.itemIndex : toNumber(args[0]);
  const run = args[1] === undefined ? undefined : toNumber(args[1]);
  // `$item(0)` is cached, because most expressions that use `$item` ask for the first item.
  return index === 0 && run === undefined ? scope.once('item:0', () => new ItemData(scope.at(0))) : new ItemData(scope.at(index, run));
}

/** `$evaluateExpression(text, index)`: the text may start with `=`, as in a parameter. */
function evaluateFor(scope: Scope, args: readonly unknown[]): unknown {
  const text = toText(args[0]);
  const at = args[1] === undefined ? scope : scope.at(toNumber(args[1]), scope.run);
  at.parameterDepth = scope.parameterDepth;
  return evaluateText(text.startsWith('=') ? text : `=${text}`, at);
}

/** `$parameter["&name"]`: a sibling of the field being evaluated. */
export function siblingParameter(scope: Scope, name: string): unknown {
  const { siblings } = scope;
  return siblings !== undefined && Object.hasOwn(siblings, name) ? lazyParameter(siblings[name], scope) : undefined;
}

const jmespath = perScope('$jmespath', (_, args) => searchData(args[0], args[1]));
const fromAi = perScope('$fromAI', (scope, args) => fromModel(scope, args));

/** Readers by data name. */
export const dataNames: ReadonlyMap<string, NameReader> = new Map<string, NameReader>([
  ['$json', currentJson],
  ['$data', currentJson],
  ['$binary', (scope) => (scope.item() === undefined ? undefined : (scope.item()?.binary ?? {}))],
  ['$input', (scope) => scope.once('$input', () => new InputReference(scope))],
  ['$thisItem', (scope) => scope.item()],
  ['$', perScope('$', (scope, args) => nodeReference(scope, args[0], args[1]))],
  ['$node', nodeTable],
  ['$items', perScope('$items', (scope, args) => legacyItems(scope, args[0], args[1], args[2]))],
  ['$item', perScope('$item', itemData)],
  ['$itemIndex', (scope) => scope.itemIndex],
  ['$thisItemIndex', (scope) => scope.itemIndex],
  ['$position', (scope) => scope.itemIndex],
  ['$runIndex', (scope) => scope.runIndex],
  ['$thisRunIndex', (scope) => scope.runIndex],
  ['$mode', (scope) => scope.view.mode],
  ['$nodeId', (scope) => scope.view.node.id],
  ['$nodeVersion', (scope) => scope.view.node.typeVersion],
  ['$version', (scope) => scope.view.node.typeVersion],
  ['$prevNode', previousNode],
  [
    '$workflow',
    (scope) =>
      scope.once('$workflow', () => ({ id: scope.view.workflow.id, name: scope.view.workflow.name, active: scope.view.workflow.active })),
  ],
  ['$execution', execution],
  ['$executionId', (scope) => scope.view.executionId],
  ['$resumeWebhookUrl', (scope) => scope.view.resumeUrl],
  [
    '$now',
    (scope) => {
      payForMoment();
      return DateTime.fromMillis(scope.now(), { zone: scope.timezone });
    },
  ],
  ['$today', today],
  ['$vars', (scope) => scope.view.vars],
  ['$env', environment],
  ['$secrets', (scope) => scope.once('$secrets', noSecrets)],
  ['$parameter', (scope) => lazyParameter(scope.view.parameters, scope)],
  ['$rawParameter', (scope) => scope.view.parameters],
  ['$evaluateExpression', perScope('$evaluateExpression', evaluateFor)],
  [
    '$getPairedItem',
    perScope('$getPairedItem', (scope, [node, source, paired]) => handOut(scope, pairedItemFrom(scope, toText(node), source, paired))),
  ],
  ['$jmespath', jmespath],
  ['$jmesPath', jmespath],
  ['$fromAI', fromAi],
  ['$fromAi', fromAi],
  ['$fromai', fromAi],
  ['$agentInfo', agentInfo],
  ['$tool', (scope) => scope.view.reviewedTool],
  ...[...functionNames].map(([name, value]): [string, NameReader] => [name, () => value]),
]);

const itemGetters = Object.fromEntries(
  [...dataNames].map(([name, reader]): [string, Method] => [name, (self: ItemData) => ItemData.read(self, reader)]),
);

registerType(ItemData.prototype, defineType({ name: 'ItemData', getters: itemGetters }));

// The same getters for plain JavaScript, such as that of a Code node.
for (const [name, read] of Object.entries(itemGetters)) {
  Object.defineProperty(ItemData.prototype, name, {
    get(this: ItemData) {
      return read(this, []);
    },
  });
}

/** Returns the value of a data name; undefined if the name is unknown. */
export function readDataName(scope: Scope, name: string): unknown {
  return dataNames.get(name)?.(scope);
}

/** `$item` without a call: the current item. */
export function currentItem(scope: Scope): unknown {
  return handOut(scope, scope.item());
}
