// Options loaded by the node through the server: cached, and reloaded when a dependency changes.
import { useMemo } from 'react';
import type { NodeProperty, PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { getPath } from '../../../../../engine/workflow/values/object-path.ts';
import { editorApi } from '../../../../api/editor.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { savedWorkflow, useOpenNode } from '../../open-node/index.ts';
import { dependencyPaths, useAwaited } from './use-awaited.ts';

export interface RemoteOptions {
  readonly options: readonly PropertyOption[];
  readonly isLoading: boolean;
  /** Error message, if loading failed. */
  readonly problem?: string;
  /** What has to be chosen before the options can be loaded. */
  readonly awaited?: string;
  readonly refresh: () => void;
}

/** Whether the options are loaded rather than part of the description. */
export const isRemote = ({ typeOptions }: Pick<NodeProperty, 'typeOptions'>): boolean =>
  typeOptions?.loadOptionsMethod !== undefined || typeOptions?.['loadOptions'] !== undefined;

/** Returns the values of the parameters that a list depends on. */
export const dependencies = (property: NodeProperty, path: string, parameters: object): readonly unknown[] =>
  dependencyPaths(property, path).map((each) => getPath(parameters, each) ?? null);

export function useRemoteOptions(property: NodeProperty, path: string): RemoteOptions {
  const { editor, node, allParameters, parameters } = useOpenNode();
  const awaited = useAwaited(property, path);
  const depends = JSON.stringify([dependencies(property, path, allParameters), node.credentials ?? {}]);
  const query = useMemo(
    () => ({
      nodeTypeAndVersion: JSON.stringify({ name: node.type, version: node.typeVersion }),
      path,
      ...(property.typeOptions?.loadOptionsMethod === undefined ? {} : { methodName: property.typeOptions.loadOptionsMethod }),
      ...(property.typeOptions?.['loadOptions'] === undefined ? {} : { loadOptions: JSON.stringify(property.typeOptions['loadOptions']) }),
      currentNodeParameters: JSON.stringify(parameters),
      credentials: JSON.stringify(node.credentials ?? {}),
      ...savedWorkflow(editor),
    }),
    // Changes of other parameters do not reload the options.
    // oxlint-disable-next-line react/exhaustive-deps
    [node.type, node.typeVersion, path, property, depends, awaited],
  );
  const { data, error, isFetching, refetch } = editorApi.useParameterOptionsQuery(
    { query },
    { skip: !isRemote(property) || awaited !== undefined },
  );
  if (awaited !== undefined) return { options: [], isLoading: false, refresh: () => undefined, awaited };
  return {
    options: (error === undefined ? data : undefined) ?? [],
    isLoading: isFetching,
    refresh: () => void refetch(),
    ...(error === undefined ? {} : { problem: (error as RequestFailure).message }),
  };
}
