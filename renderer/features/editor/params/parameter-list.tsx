// The visible parameters of the node itself or of an entry of a collection.
import { useMemo, type ReactNode } from 'react';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { getPath } from '../../../../engine/workflow/values/object-path.ts';
import { isRecord, ownValue } from '../../../../engine/workflow/values/own-properties.ts';
import { visibleProperties, type HeldProperties } from '../../../../engine/workflow/parameters/parameters.ts';
import { displayParameter } from '../../../../engine/workflow/parameters/visibility.ts';
import { useOpenNode } from '../open-node/index.ts';
import { ParameterField } from './parameter-input.tsx';
import { joinPath } from './parameter-path.ts';

interface ParameterListProps {
  readonly properties: readonly NodeProperty[];
  /** Path of the collection; empty for the node itself. */
  readonly path: string;
  /** Kind of the collection. */
  readonly parent?: HeldProperties['parent'];
  /** Removes a parameter; if undefined, parameters cannot be removed. */
  readonly onRemove?: (property: NodeProperty) => void;
}

export function ParameterList({ properties, path, parent = 'fixedCollection', onRemove }: ParameterListProps): ReactNode {
  const { allParameters, node, served, description, isReadOnly } = useOpenNode();
  const container = path === '' ? allParameters : getPath(allParameters, path);
  const values = isRecord(container) ? container : {};
  const isOff = ({ disabledOptions }: NodeProperty): boolean =>
    disabledOptions !== undefined &&
    displayParameter(values, { disabledOptions }, served, description ?? null, allParameters, 'disabledOptions');
  const shown = useMemo(() => {
    if (description === undefined) return properties;
    const stored = (node.parameters ?? {}) as JsonObject;
    const beside = getPath(stored, path) ?? getPath(allParameters, path);
    const level = { values: isRecord(beside) ? (beside as JsonObject) : {}, parent };
    return visibleProperties(properties, stored, node, description, path === '' ? undefined : level);
  }, [properties, path, parent, node, description, allParameters]);
  return shown.map((property) =>
    isHidden(property) ? null : (
      <ParameterField
        key={`${property.name} ${properties.indexOf(property)}`}
        property={property}
        path={joinPath(path, property.name)}
        value={ownValue(values, property.name) ?? property.default}
        {...(onRemove === undefined ? {} : { onRemove: () => onRemove(property) })}
        isDisabled={isReadOnly || isOff(property)}
      />
    ),
  );
}

/** Callouts with an action offer what only n8n's own editor has, such as its templates; their text is incomplete without it. */
const isHidden = ({ type, typeOptions }: NodeProperty): boolean =>
  type === 'hidden' || (type === 'callout' && typeOptions?.['calloutAction'] !== undefined);
