// Display names of parameters, by their paths.
import type { NodeProperty, PropertyGroup } from '../node-type.ts';
import { parsePath } from '../values/object-path.ts';

/** Returns the display names along a path; undefined if the node has no such parameter. */
export function parameterNames(properties: readonly NodeProperty[], path: string): readonly string[] | undefined {
  const keys = parsePath(path.replace(/^parameters\./, '')).filter((key) => !/^\d+$/.test(key));
  const names: string[] = [];
  let among: readonly (NodeProperty | PropertyGroup)[] = properties;
  for (const key of keys) {
    // Conditions, assignments and locators are shown as one field.
    if (among.length === 0) break;
    const found = among.find(({ name }) => name === key);
    if (found === undefined) return undefined;
    names.push(found.displayName);
    among = within(found);
  }
  return names.length === 0 ? undefined : names;
}

function within(property: NodeProperty | PropertyGroup): readonly (NodeProperty | PropertyGroup)[] {
  if ('values' in property) return property.values as readonly NodeProperty[];
  return property.type === 'collection' || property.type === 'fixedCollection'
    ? ((property.options ?? []) as readonly (NodeProperty | PropertyGroup)[])
    : [];
}
