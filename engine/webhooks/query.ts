// Parses queries and form bodies: repeated names become lists; in queries, `a[b]=1` and `a[]=1` create objects and lists.
import { ownValue, setOwn } from '../workflow/values/own-properties.ts';

/** Maximum number of pairs; further pairs are ignored. */
const MAX_PAIRS = 1000;
const MAX_DEPTH = 5;
/** Maximum list index. A higher number in brackets is a name, so that a request cannot create a long list. */
const MAX_INDEX = 20;

type Node = { [name: string]: unknown };

/** Parses a query without its question mark. */
export function parseQuery(text: string): Readonly<Record<string, unknown>> {
  const result: Node = {};
  for (const [name, value] of pairsOf(text)) insertValue(result, keysOf(name), value);
  return listsOf(result) as Node;
}

/** Parses `application/x-www-form-urlencoded` as a flat record; brackets are part of the name. */
export function parseForm(text: string): Readonly<Record<string, unknown>> {
  const result: Node = {};
  for (const [name, value] of pairsOf(text)) addValue(result, name, value);
  return result;
}

/** Adds a value; values of the same name become a list. */
export function addValue(target: Node, name: string, value: unknown): void {
  const before = ownValue(target, name);
  if (before === undefined) setOwn(target, name, value);
  else if (Array.isArray(before)) before.push(value);
  else setOwn(target, name, [before, value]);
}

function pairsOf(text: string): (readonly [string, string])[] {
  if (text === '') return [];
  return text
    .split('&', MAX_PAIRS)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
    });
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Parses `a[b][]` into a, b, and an empty key, which means the next index. */
function keysOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1).split('][');
  return inner.length > MAX_DEPTH ? [name] : [name.slice(0, open), ...inner];
}

/** Objects created by brackets, as opposed to values. */
const byBrackets = new WeakSet<object>();

function insertValue(root: Node, keys: readonly string[], value: string): void {
  let target = root;
  for (const key of keys.slice(0, -1)) {
    const name = key === '' ? String(Object.keys(target).length) : key;
    const inner = ownValue(target, name);
    if (isNode(inner)) {
      target = inner;
      continue;
    }
    const node: Node = {};
    byBrackets.add(node);
    if (inner !== undefined) setOwn(node, '0', inner);
    setOwn(target, name, node);
    target = node;
  }
  const last = keys.at(-1) ?? '';
  if (last === '' && keys.length > 1) setOwn(target, String(Object.keys(target).length), value);
  else if (isNode(ownValue(target, last))) setOwn(ownValue(target, last) as Node, value, true);
  else addValue(target, last, value);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && byBrackets.has(value);

const isIndex = (name: string): boolean => /^\d{1,2}$/.test(name) && String(Number(name)) === name && Number(name) <= MAX_INDEX;

/** Converts objects whose keys are all indexes to lists, in the order of the indexes and without gaps. */
function listsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as Node;
  const names = Object.keys(object);
  // Integers are enumerated in ascending order.
  if (isNode(value) && names.every(isIndex)) return names.map((name) => listsOf(object[name]));
  for (const name of names) {
    const inner = object[name];
    if (isNode(inner)) setOwn(object, name, listsOf(inner));
  }
  return object;
}
