// The fields of a resource mapper: of the workflow that is called, or asked of the node.
import { useEffect, useMemo, useState } from 'react';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { subWorkflowInputs } from '../../../../engine/workflow/sub-workflow-inputs.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { RequestFailure } from '../../../transport/index.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import type { MapperField } from './mapper.ts';
import { dependencies } from './use-remote-options.ts';

export interface MapperFields {
  /** Undefined while they are not known. */
  readonly fields?: readonly MapperField[];
  readonly isLoading: boolean;
  readonly problem?: string;
  readonly refresh: () => void;
}

export function useMapperFields(property: NodeProperty, path: string): MapperFields {
  const { allParameters } = useNodeView();
  const [round, setRound] = useState(0);
  const rules = property.typeOptions?.['resourceMapper'];
  const [first] = dependencies(property, path, allParameters);
  const isLocal = isRecord(rules) && rules['localResourceMapperMethod'] === 'loadSubWorkflowInputs';
  const id = typeof first === 'string' && first !== '' && !first.startsWith('=') ? first : undefined;
  const { data, error, isFetching, refetch } = workflowsApi.useGetWorkflowQuery(
    { params: { id: id ?? '' } },
    { skip: !isLocal || id === undefined },
  );
  useEffect(() => {
    if (round > 0) void refetch();
    // oxlint-disable-next-line react/exhaustive-deps -- asked for anew only on demand
  }, [round]);
  const fields = useMemo(
    () => (data === undefined || !isLocal ? undefined : subWorkflowInputs(data as Parameters<typeof subWorkflowInputs>[0])),
    [data, isLocal],
  );
  return {
    isLoading: isFetching,
    refresh: () => setRound((before) => before + 1),
    ...(fields === undefined ? {} : { fields }),
    ...(error === undefined ? {} : { problem: (error as RequestFailure).message }),
  };
}
