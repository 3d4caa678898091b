// What has to be chosen before the node can load a list: a credential, or a parameter that the list depends on.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  chosenByParameter,
  isCredentialSelected,
  visibleCredentialSlots,
} from '../../../../../engine/workflow/issues/credential-issues.ts';
import { isUnset } from '../../../../../engine/workflow/issues/parameter-issues.ts';
import { propertiesAlong } from '../../../../../engine/workflow/issues/parameter-names.ts';
import type { NodeDescription, NodeProperty, PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { displayParameterPath } from '../../../../../engine/workflow/parameters/visibility.ts';
import { getPath } from '../../../../../engine/workflow/values/object-path.ts';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { joinPath, parentPath } from '../parameter-path.ts';
import { isLocatorType } from '../value-switch.ts';

/** Returns the paths of the parameters that a list depends on. */
export function dependencyPaths({ typeOptions }: NodeProperty, path: string): readonly string[] {
  const names = typeOptions?.loadOptionsDependsOn ?? (typeOptions?.['reloadOnChange'] as readonly string[] | undefined) ?? [];
  return names.map((name) => (name.startsWith('&') ? joinPath(parentPath(path), name.slice(1)) : name));
}

type View = Pick<ReturnType<typeof useOpenNode>, 'node' | 'description' | 'parameters' | 'served'>;

/** Returns a sentence that says what to choose first; undefined if the list can be loaded. */
export function useAwaited(property: NodeProperty, path: string): string | undefined {
  const { t } = useTranslation('params');
  const { node, description, parameters, served } = useOpenNode();
  return useMemo(() => {
    if (description === undefined) return undefined;
    if (lacksCredential(node, description)) return t('awaited.credential');
    for (const dependency of dependencyPaths(property, path)) {
      const missing = awaitedParameter({ node, description, parameters, served }, dependency);
      // Lists that depend on each other would wait for good.
      const isMutual =
        missing === property || (missing !== undefined && dependencyPaths(missing, dependency).some((each) => isAt(each, path)));
      if (missing !== undefined && !isMutual)
        return t(isPicked(missing) ? 'awaited.choice' : 'awaited.entry', { name: missing.displayName });
    }
    return undefined;
  }, [property, path, node, description, parameters, served, t]);
}

/** Whether the path is that of a parameter, or of the value in its resource locator. */
const isAt = (path: string, parameter: string): boolean => path === parameter || parentPath(path) === parameter;

const lacksCredential = (node: View['node'], description: NodeDescription): boolean =>
  [...chosenByParameter(node, description), ...visibleCredentialSlots(node, description)].some(
    ({ name, required }) => required === true && !isCredentialSelected(ownValue(node.credentials, name)),
  );

/** Returns the parameter at a path if it is shown and a list waits for its value. */
function awaitedParameter({ description, parameters, served }: View, path: string): NodeProperty | undefined {
  const along = propertiesAlong(
    description?.properties ?? [],
    path,
    (property, parent) => 'values' in property || displayParameterPath(parameters, property, parent, served, description ?? null),
  );
  const property = along?.at(-1);
  if (property === undefined || 'values' in property || property.type === 'hidden') return undefined;
  const value = getPath(parameters, path.endsWith(property.name) ? path : parentPath(path));
  // Fields of collections are shown only once they have been added.
  if (value === undefined && along !== undefined && along.length > 1) return undefined;
  return isUnset(property, value) && isNeeded(property) ? property : undefined;
}

/** Whether an empty value means that nothing was chosen yet. Others may stay empty, such as an optional filter. */
const isNeeded = (property: NodeProperty): boolean =>
  property.required === true ||
  isLocatorType(property) ||
  (property.type === 'options' && !((property.options ?? []) as readonly PropertyOption[]).some(({ value }) => value === ''));

const isPicked = (property: NodeProperty): boolean => isLocatorType(property) || ['options', 'multiOptions'].includes(property.type);
