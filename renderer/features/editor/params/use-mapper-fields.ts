// The fields of a resource mapper: of the workflow that is called, or asked of the node.
import { useMemo } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import type { MapperField } from '../../../../engine/workflow/resource-mapper.ts';
import { subWorkflowInputs } from '../../../../engine/workflow/sub-workflow-inputs.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { RequestFailure } from '../../../transport/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import type { MapperRules } from './mapper.ts';
import { dependencies } from './use-remote-options.ts';

export interface MapperFields {
  /** Undefined while they are not known. */
  readonly fields?: readonly MapperField[];
  /** Why there are none, in the words of the node; may hold links. */
  readonly notice?: string;
  readonly isLoading: boolean;
  readonly problem?: string;
  readonly refresh: () => void;
  /** What the fields depend on: another text, other fields. */
  readonly depends: string;
}

/** The method that the editor has itself: it reads the workflow that is called. */
const SUB_WORKFLOW = 'loadSubWorkflowInputs';

export function useMapperFields(property: NodeProperty, path: string, rules: MapperRules): MapperFields {
  const { allParameters, node } = useOpenNode();
  const values = dependencies(property, path, allParameters);
  const depends = JSON.stringify([values, node.credentials ?? {}]);
  const isSubWorkflow = rules.method === undefined && rules.localMethod === SUB_WORKFLOW;
  const called = useSubWorkflow(isSubWorkflow ? values[0] : undefined);
  const asked = useAskedFields(isSubWorkflow ? undefined : (rules.method ?? rules.localMethod), path, depends);
  return { ...(isSubWorkflow ? called : asked), depends };
}

function useSubWorkflow(workflow: unknown): Omit<MapperFields, 'depends'> {
  const id = typeof workflow === 'string' && workflow !== '' && !workflow.startsWith('=') ? workflow : undefined;
  const { currentData, error, isFetching, refetch } = workflowsApi.useGetWorkflowQuery(
    { params: { id: id ?? '' } },
    { skip: id === undefined },
  );
  const fields = useMemo(
    () => (currentData === undefined ? undefined : subWorkflowInputs(currentData as Parameters<typeof subWorkflowInputs>[0])),
    [currentData],
  );
  return answerOf({
    fields: error === undefined ? fields : undefined,
    error,
    isFetching,
    refresh: () => (id === undefined ? undefined : refetch()),
  });
}

function useAskedFields(method: string | undefined, path: string, depends: string): Omit<MapperFields, 'depends'> {
  const { node, parameters } = useOpenNode();
  const body = useMemo(
    () => ({
      nodeTypeAndVersion: { name: node.type, ...(node.typeVersion === undefined ? {} : { version: node.typeVersion }) },
      path,
      methodName: method ?? '',
      currentNodeParameters: parameters,
      credentials: node.credentials ?? {},
    }),
    // Other parameters that change do not load them anew.
    // oxlint-disable-next-line react/exhaustive-deps
    [node.type, node.typeVersion, path, method, depends],
  );
  const { currentData, error, isFetching, refetch } = editorApi.useMappingFieldsQuery({ body }, { skip: method === undefined });
  const data = error === undefined ? currentData : undefined;
  const notice = data?.emptyFieldsNotice;
  return {
    ...answerOf({ fields: data?.fields, error, isFetching, refresh: () => (method === undefined ? undefined : refetch()) }),
    ...(notice === undefined ? {} : { notice }),
  };
}

interface Asked {
  readonly fields: readonly MapperField[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refresh: () => unknown;
}

const answerOf = ({ fields, error, isFetching, refresh }: Asked): Omit<MapperFields, 'depends'> => ({
  isLoading: isFetching,
  refresh: () => void refresh(),
  ...(fields === undefined ? {} : { fields }),
  ...(error === undefined || isFetching ? {} : { problem: (error as RequestFailure).message }),
});
