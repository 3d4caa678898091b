// Finds faults in descriptions of nodes: missing names and defaults, defaults that are no option, visibility rules without their property;
// and the methods that a description names.
import type { NodeMethods } from '../sdk/index.ts';
import type { NodeDescription, NodeProperty, PropertyGroup, PropertyOption } from '../workflow/node-type.ts';

type Level = { readonly properties: readonly NodeProperty[]; readonly path: string };

const isGroup = (option: PropertyOption | PropertyGroup | NodeProperty): option is PropertyGroup => 'values' in option;
const isProperty = (option: PropertyOption | PropertyGroup | NodeProperty): option is NodeProperty =>
  'type' in option && 'default' in option;

/** Every level of a description: the node itself, collections, and groups of fixed collections. */
function levels(properties: readonly NodeProperty[], path: string): Level[] {
  return [
    { properties, path },
    ...properties.flatMap(({ name, options = [] }) => {
      const groups = options.filter(isGroup).flatMap((group) => levels(group.values, `${path}.${name}.${group.name}`));
      const inner = options.filter(isProperty);
      return inner.length === 0 ? groups : [...groups, ...levels(inner, `${path}.${name}`)];
    }),
  ];
}

/** Returns what the editor could not show of a description: the path of each property, and what is wrong with it. */
export function descriptionFaults(description: Pick<NodeDescription, 'properties'>): string[] {
  const root = new Set(description.properties.map(({ name }) => name));
  const match: string[] = [];
  for (const { properties, path } of levels(description.properties, '')) {
    const names = new Set(properties.map(({ name }) => name));
    for (const property of properties) {
      const where = `${path}.${property.name}`;
      if (property.name === '') match.push(`${where}: no name`);
      if (!('default' in property) || property.default === undefined) match.push(`${where}: no default`);
      if (typeof property.displayName !== 'string') match.push(`${where}: no displayName`);
      if (property.displayName === '' && !['hidden', 'curlImport', 'notice'].includes(property.type))
        match.push(`${where}: empty displayName`);
      const choices = (property.options ?? []).filter((option): option is PropertyOption => 'value' in option);
      if (property.type === 'options' && choices.length > 0 && property.default !== '' && !String(property.default).startsWith('=')) {
        if (!choices.some(({ value }) => value === property.default))
          match.push(`${where}: default "${String(property.default)}" is not an option`);
      }
      for (const rules of [property.displayOptions?.show, property.displayOptions?.hide]) {
        for (const rule of Object.keys(rules ?? {})) {
          if (rule.startsWith('@')) continue;
          const isThere = rule.startsWith('/') ? root.has(rule.slice(1).split('.')[0] ?? '') : names.has(rule.split('.')[0] ?? '');
          if (!isThere) match.push(`${where}: its visibility names "${rule}", which is not there`);
        }
      }
    }
  }
  return match;
}

/** Field of a description that names a method → the group of the node's methods that has it. */
const methodGroups: ReadonlyMap<string, keyof NodeMethods> = new Map([
  ['loadOptionsMethod', 'loadOptions'],
  ['searchListMethod', 'listSearch'],
  ['resourceMapperMethod', 'resourceMapping'],
  ['localResourceMapperMethod', 'localResourceMapping'],
  ['allowNewResource', 'actionHandler'],
  ['handler', 'actionHandler'],
]);

export interface NamedMethod {
  readonly group: keyof NodeMethods;
  readonly name: string;
}

/** Returns the names of all methods in a description, at any depth. */
export function namedMethods(part: unknown): NamedMethod[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const group = methodGroups.get(key);
    const name = group === undefined ? undefined : typeof value === 'string' ? value : (value as { readonly method?: unknown }).method;
    return typeof name === 'string' && group !== undefined ? [{ group, name }] : namedMethods(value);
  });
}
