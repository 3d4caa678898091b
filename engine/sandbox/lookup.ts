// Resolves a data name for a worker: reads the name and follows the steps, which must be members on a fixed list.
import type { CodeSession } from '../sdk/index.ts';
import { ownValue } from '../workflow/values/own-properties.ts';

/** A step on a data name: a member, which is called if `args` is present. */
export interface LookupStep {
  readonly member: string;
  readonly args?: readonly unknown[];
}

/** What code reads of a data name. */
export interface Lookup {
  readonly name: string;
  readonly args?: readonly unknown[] | undefined;
  readonly steps: readonly LookupStep[];
  readonly itemIndex: number;
}

/** Data names available to user code. */
const names = new Set([
  '$', '$node', '$items', '$item', '$input', '$prevNode', '$workflow', '$execution', '$vars', '$env', '$parameter', '$runIndex', '$mode', '$nodeId', '$nodeVersion',
  '$rawParameter', '$fromAI', '$evaluateExpression', '$getPairedItem',
]); // oxfmt-ignore

/** Members available to user code. For the names in `keyed`, keys of data (`$node["x"]`, `$env.NAME`) are available as well. */
const members = new Set([
  'first', 'last', 'all', 'item', 'itemMatching', 'pairedItem', 'isExecuted', 'params', 'context', 'json', 'binary', 'parameter', 'runIndex', 'data',
  'customData', 'get', 'set', 'getAll', 'setAll', 'name', 'outputIndex', 'id', 'active', 'mode', 'resumeUrl', 'resumeFormUrl', '$node',
]); // oxfmt-ignore

/** Names whose members are data: own properties with any key. */
const keyed = new Set(['$vars', '$env', '$parameter']);

export function followLookup(session: CodeSession, { name, args, steps, itemIndex }: Lookup): unknown {
  if (!names.has(name)) throw new TypeError(`${name} is not available in code.`);
  let owner: unknown = undefined;
  let value = session.lookup(name, itemIndex);
  if (args !== undefined) value = call(value, owner, args, name);
  for (const [index, { member, args: stepArgs }] of steps.entries()) {
    owner = value;
    if (index === 0 && keyed.has(name)) value = ownValue(owner as object, member);
    else if (members.has(member) || isNodeName(name, steps, index)) {
      value = owner === null || owner === undefined ? undefined : (owner as Record<string, unknown>)[member];
    } else throw new TypeError(`"${member}" is not available on ${name}.`);
    if (stepArgs !== undefined) value = call(value, owner, stepArgs, member);
  }
  return value;
}

/** Whether the steps directly follow a table of nodes: `$node[…]`, `$item(0).$node[…]`. */
function isNodeName(name: string, steps: readonly { readonly member: string }[], index: number): boolean {
  return (name === '$node' && index === 0) || (name === '$item' && index === 1 && steps[0]?.member === '$node');
}

function call(target: unknown, owner: unknown, args: readonly unknown[], name: string): unknown {
  if (typeof target !== 'function') throw new TypeError(`${name} is not a function.`);
  return Reflect.apply(target, owner, args) as unknown;
}
