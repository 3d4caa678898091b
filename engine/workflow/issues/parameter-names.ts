// Names of parameters: what the form shows in place of a path such as `assignments.assignments[0].value`.
import type { NodeProperty, PropertyGroup } from '../node-type.ts';
import { parsePath } from '../values/object-path.ts';

/** Fields of structured parameters that are not described by properties, as the form labels them. */
const fieldLabels: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['assignmentCollection', new Map([['name', 'Name'], ['type', 'Type'], ['value', 'Value']])],
  ['filter', new Map([['leftValue', 'Value'], ['rightValue', 'Compare with'], ['operator', 'Comparison']])],
]); // oxfmt-ignore

/** Returns the display names along a path; undefined if the node has no such parameter. */
export function parameterNames(properties: readonly NodeProperty[], path: string): readonly string[] | undefined {
  return propertiesAlong(properties, path)?.map(({ displayName }) => displayName);
}

/**
 * Returns the names of a parameter as one text, with the number of the entry that contains it: `Fields to Set › Value (1)`. Undefined if the node
 * has no such parameter.
 */
export function parameterLabel(properties: readonly NodeProperty[], path: string): string | undefined {
  const along = propertiesAlong(properties, path);
  if (along === undefined) return undefined;
  const names: string[] = [];
  const rest = [...along];
  let number: string | undefined;
  const name = (text: string): void => {
    names.push(number === undefined ? text : `${text} (${number})`);
    number = undefined;
  };
  for (const key of keysOf(path)) {
    if (/^\d+$/.test(key)) {
      number = String(Number(key) + 1);
      continue;
    }
    const next = rest.shift();
    const label = next === undefined ? labelIn(along.at(-1), key) : next.displayName;
    if (label !== undefined) name(label);
  }
  const last = names.pop();
  if (last !== undefined) name(last);
  return names.join(' › ');
}

/** Returns the label of a field of a parameter whose fields are not described by properties. */
function labelIn(level: Level | undefined, key: string): string | undefined {
  if (level === undefined || !('type' in level)) return undefined;
  if (level.type === 'resourceMapper') return key === 'value' ? undefined : key;
  return fieldLabels.get(level.type)?.get(key);
}

const keysOf = (path: string): readonly string[] => parsePath(path.replace(/^parameters\./, ''));

type Level = NodeProperty | PropertyGroup;

/**
 * Returns the parameters and groups along a path; undefined if the node has no such parameter. Of several with the same name, the first that
 * `isShown` accepts is meant. Conditions, assignments and locators count as one parameter.
 */
export function propertiesAlong(
  properties: readonly NodeProperty[],
  path: string,
  isVisible: (property: Level, parentPath: string) => boolean = () => true,
): readonly Level[] | undefined {
  const levels: Level[] = [];
  let among: readonly Level[] = properties;
  let parent = '';
  for (const key of keysOf(path)) {
    if (/^\d+$/.test(key)) {
      parent = `${parent}[${key}]`;
      continue;
    }
    if (among.length === 0) break;
    const next = among.find((property) => property.name === key && isVisible(property, parent));
    if (next === undefined) return undefined;
    levels.push(next);
    among = within(next);
    parent = parent === '' ? key : `${parent}.${key}`;
  }
  return levels.length === 0 ? undefined : levels;
}

function within(property: Level): readonly Level[] {
  if ('values' in property) return property.values as readonly NodeProperty[];
  return property.type === 'collection' || property.type === 'fixedCollection' ? ((property.options ?? []) as readonly Level[]) : [];
}
