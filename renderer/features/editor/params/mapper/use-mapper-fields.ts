// Loads the fields of a resource mapper, from the node's method or from the called workflow.
import { useEffect, useMemo, useRef } from 'react';
import { isExpression, type JsonObject } from '../../../../../engine/contract/json.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import {
  mapperValueOf,
  type MapperField,
  type MapperValue,
  SUB_WORKFLOW_METHOD,
  subWorkflowInputs,
} from '../../../../../engine/workflow/parameters/resource-mapper.ts';
import { editorApi } from '../../../../api/editor.ts';
import { workflowsApi } from '../../../../api/workflows.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { change } from '../../actions/change.ts';
import { nodeById, setParameters } from '../../document/operations.ts';
import { savedWorkflow, useOpenNode, withParameter } from '../../open-node/index.ts';
import { useAwaited } from '../options/use-awaited.ts';
import { dependencies } from '../options/use-remote-options.ts';
import { hasOtherFields, withFields, type MapperRules } from './mapper.ts';

export interface MapperFields {
  /** Undefined until they are loaded. */
  readonly fields?: readonly MapperField[];
  /** Error message of the node; may contain links. */
  readonly notice?: string;
  readonly isLoading: boolean;
  readonly problem?: string;
  /** What has to be chosen before the node can load the fields. */
  readonly awaited?: string;
  readonly refresh: () => void;
  /** Key of the values that the fields depend on. */
  readonly depends: string;
}

export function useMapperFields(property: NodeProperty, path: string, rules: MapperRules): MapperFields {
  const { allParameters, node } = useOpenNode();
  const values = dependencies(property, path, allParameters);
  const depends = JSON.stringify([values, node.credentials ?? {}]);
  const isSubWorkflow = rules.method === undefined && rules.localMethod === SUB_WORKFLOW_METHOD;
  const called = useSubWorkflow(isSubWorkflow ? values[0] : undefined);
  const requested = useRequestedFields(isSubWorkflow ? undefined : (rules.method ?? rules.localMethod), property, path, depends);
  return { ...(isSubWorkflow ? called : requested), depends };
}

function useSubWorkflow(workflow: unknown): Omit<MapperFields, 'depends'> {
  const id = typeof workflow === 'string' && workflow !== '' && !isExpression(workflow) ? workflow : undefined;
  const { currentData, error, isFetching, refetch } = workflowsApi.useGetWorkflowQuery(
    { params: { id: id ?? '' } },
    { skip: id === undefined },
  );
  const fields = useMemo(
    () => (currentData === undefined ? undefined : subWorkflowInputs(currentData as Parameters<typeof subWorkflowInputs>[0])),
    [currentData],
  );
  return responseOf({
    fields: error === undefined ? fields : undefined,
    error,
    isFetching,
    refresh: () => (id === undefined ? undefined : refetch()),
  });
}

function useRequestedFields(
  method: string | undefined,
  property: NodeProperty,
  path: string,
  depends: string,
): Omit<MapperFields, 'depends'> {
  const { editor, node, parameters } = useOpenNode();
  const awaited = useAwaited(property, path);
  const body = useMemo(
    () => ({
      nodeTypeAndVersion: { name: node.type, ...(node.typeVersion === undefined ? {} : { version: node.typeVersion }) },
      path,
      methodName: method ?? '',
      currentNodeParameters: parameters,
      credentials: node.credentials ?? {},
      ...savedWorkflow(editor),
    }),
    // Changes of other parameters do not reload the fields.
    // oxlint-disable-next-line react/exhaustive-deps
    [node.type, node.typeVersion, path, method, depends, awaited],
  );
  const { currentData, error, isFetching, refetch } = editorApi.useMappingFieldsQuery(
    { body },
    { skip: method === undefined || awaited !== undefined },
  );
  if (awaited !== undefined) return { isLoading: false, refresh: () => undefined, awaited };
  const data = error === undefined ? currentData : undefined;
  const notice = data?.emptyFieldsNotice;
  return {
    ...responseOf({ fields: data?.fields, error, isFetching, refresh: () => (method === undefined ? undefined : refetch()) }),
    ...(notice === undefined ? {} : { notice }),
  };
}

interface FieldsRequest {
  readonly fields: readonly MapperField[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refresh: () => unknown;
}

const responseOf = ({ fields, error, isFetching, refresh }: FieldsRequest): Omit<MapperFields, 'depends'> => ({
  isLoading: isFetching,
  refresh: () => void refresh(),
  ...(fields === undefined ? {} : { fields }),
  ...(error === undefined || isFetching ? {} : { problem: (error as RequestFailure).message }),
});

/**
 * Returns the value with the current fields. They are stored if the file has none yet, and after the user chose another resource
 * or refreshed them. Opening a node does not change it, and storing loaded fields is not an undo step.
 */
export function useMapperValue(
  { path, value, isDisabled }: { readonly path: string; readonly value: unknown; readonly isDisabled: boolean },
  { fields, depends }: MapperFields,
  rules: MapperRules,
): { readonly mapper: MapperValue; readonly willWrite: () => void } {
  const { editor, id, parameters } = useOpenNode();
  const stored = mapperValueOf(value);
  const hasOthers = fields !== undefined && hasOtherFields(fields, stored.schema);
  const mapper = hasOthers ? withFields(stored, fields, rules) : stored;
  const loadedFor = useRef(depends);
  const isRequested = useRef(false);
  const isDue = hasOthers && (stored.schema.length === 0 || isRequested.current || loadedFor.current !== depends);
  useEffect(() => {
    if (!isDue || isDisabled) return;
    isRequested.current = false;
    loadedFor.current = depends;
    change(
      editor,
      'parameters',
      (file) => setParameters(file, id, withParameter((nodeById(file, id)?.parameters ?? {}) as JsonObject, parameters, path, mapper)),
      'ignore',
    );
  });
  return {
    mapper,
    willWrite: () => {
      isRequested.current = true;
    },
  };
}
