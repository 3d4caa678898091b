// The parameters of one level, those that the display rules show: of the node itself, or of an entry of a collection.
import type { ReactNode } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { getPath } from '../../../../engine/workflow/object-path.ts';
import { isRecord, ownValue } from '../../../../engine/workflow/own-properties.ts';
import { displayParameter } from '../../../../engine/workflow/visibility.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { ParameterField } from './nested-field.tsx';
import { joinPath } from './parameter-path.ts';

export interface ParameterListProps {
  readonly properties: readonly NodeProperty[];
  /** Path of what holds them; empty for the node itself. */
  readonly path: string;
  /** Takes a parameter out; without it none can be. */
  readonly onRemove?: (property: NodeProperty) => void;
}

export function ParameterList({ properties, path, onRemove }: ParameterListProps): ReactNode {
  const { allParameters, node, description, isReadOnly } = useNodeView();
  const held = path === '' ? allParameters : getPath(allParameters, path);
  const values = isRecord(held) ? held : {};
  const shows = (property: NodeProperty, rules: 'displayOptions' | 'disabledOptions'): boolean =>
    displayParameter(values, property, node, description ?? null, allParameters, rules);
  // Of several properties with one name, the first that is shown counts.
  const named = new Set<string>();
  return properties.map((property, index) => {
    if (named.has(property.name) || !shows(property, 'displayOptions')) return null;
    named.add(property.name);
    if (property.type === 'hidden') return null;
    return (
      <ParameterField
        key={`${property.name} ${index}`}
        property={property}
        path={joinPath(path, property.name)}
        value={ownValue(values, property.name) ?? property.default}
        {...(onRemove === undefined ? {} : { onRemove: () => onRemove(property) })}
        isDisabled={isReadOnly || (property.disabledOptions !== undefined && shows(property, 'disabledOptions'))}
      />
    );
  });
}
