// getWorkflowDataProxy: the names of expressions for one item, evaluated by the engine when they are read.
import type { Item } from '../../../contract/run-data.ts';
import type { PackageCall } from '../call.ts';

/** Names without arguments. */
const plainNames = [
  '$parameter', '$rawParameter', '$workflow', '$execution', '$prevNode', '$runIndex', '$mode', '$vars', '$nodeId', '$nodeVersion', '$now', '$today',
]; // oxfmt-ignore

type Members = Record<string, unknown>;

export function dataProxy(call: PackageCall, items: readonly Item[], itemIndex: number): object {
  const { DateTime, Duration, Interval } = call.luxon;
  const read = (code: string, extra?: Readonly<Members>): unknown => call.files.opened(call.evaluate(`={{ ${code} }}`, itemIndex, extra));
  /** An object whose members are `start.name`, read or called. */
  const object = (start: string, fields: readonly string[], functions: readonly string[]): Members => {
    const members: Members = {};
    for (const name of functions) members[name] = (...args: readonly unknown[]) => read(`${start}.${name}(${listed(args)})`);
    for (const name of fields) Object.defineProperty(members, name, { get: () => read(`${start}.${name}`), enumerable: true });
    return members;
  };
  const called =
    (name: string) =>
    (...args: readonly unknown[]): unknown =>
      read(`${name}(${listed(args)})`);
  const proxy: Members = {
    $: (name: unknown) =>
      object(`$(${literal(name)})`, ['item', 'params', 'isExecuted', 'context'], ['first', 'last', 'all', 'itemMatching', 'pairedItem']),
    $node: keyed((name) => object(`$node[${literal(name)}]`, ['json', 'binary', 'parameter', 'context', 'runIndex', 'data'], [])),
    $env: keyed((name) => read(`$env[${literal(name)}]`)),
    $input: object('$input', ['item', 'params', 'context'], ['first', 'last', 'all']),
    $items: called('$items'),
    $fromAI: called('$fromAI'),
    $evaluateExpression: (expression: string) => read(expression.replace(/^=/, '').replace(/^\{\{(.*)\}\}$/s, '$1')),
    $jmespath: (data: unknown, query: string) => read(`$jmespath($data, ${literal(query)})`, { $data: data }),
    $itemIndex: itemIndex,
    $position: itemIndex,
    $json: items[itemIndex]?.json ?? {},
    $binary: items[itemIndex]?.binary ?? {},
    $data: items[itemIndex]?.json ?? {},
    DateTime,
    Duration,
    Interval,
  };
  for (const name of plainNames) Object.defineProperty(proxy, name, { get: () => read(name), enumerable: true });
  return proxy;
}

const listed = (args: readonly unknown[]): string => args.map(literal).join(', ');

/** Returns a text or a number as source of an expression, which a closing brace within it must not end. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value).replaceAll('}', '\\u007d') : String(value as number);

const keyed = (read: (name: string) => unknown): object =>
  new Proxy(Object.create(null) as object, { get: (_, key) => (typeof key === 'string' ? read(key) : undefined) });
