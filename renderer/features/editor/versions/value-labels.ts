// Names the place of a value in a node as its form shows it.
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';

type Named = Pick<NodeProperty, 'name' | 'displayName'> & { readonly options?: unknown; readonly values?: unknown };

/**
 * Returns the labels that lead to a parameter, such as "Options › Timeout"; keys and positions where the description has none. `path`: within
 * the parameters.
 */
export function parameterLabel(path: readonly (string | number)[], description: NodeDescription | undefined): string {
  let properties: readonly Named[] = description?.properties ?? [];
  const labels = path.map((key) => {
    if (typeof key === 'number') return `#${key + 1}`;
    const property = properties.find(({ name, displayName }) => name === key && typeof displayName === 'string');
    if (property === undefined) return key;
    properties = [property.options, property.values].flatMap((list) => (Array.isArray(list) ? (list as Named[]) : []));
    return property.displayName;
  });
  return labels.join(' › ');
}
