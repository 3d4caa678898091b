// Filters above the list.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppSelector } from '../../state/store.ts';
import { Select } from '../../ui/fields/select.tsx';
import { spanChoices, statusChoices, withSpan, type ExecutionFilter } from './execution-filter.ts';

/** Milliseconds between two attempts to load the workflows. */
const RETRY = 4000;
const everyWorkflow = { query: {} } as const;

export interface ExecutionFiltersProps {
  readonly filter: ExecutionFilter;
  readonly onChange: (filter: ExecutionFilter) => void;
}

export function ExecutionFilters({ filter, onChange }: ExecutionFiltersProps): ReactNode {
  const { t } = useTranslation('executions');
  const { workflows, hasFailed } = useWorkflows();
  return (
    <>
      <Select
        label={t('filter.workflow')}
        isLabelHidden
        value={filter.workflowId}
        options={[{ value: 'ALL', label: t('filter.allWorkflows') }, ...workflows.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(workflowId) => onChange({ ...filter, workflowId })}
      />
      <Select
        label={t('filter.status')}
        isLabelHidden
        value={filter.status}
        options={statusChoices.map((status) => ({ value: status, label: t(`filter.is.${status}`) }))}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Select
        label={t('filter.span')}
        isLabelHidden
        value={filter.span}
        options={spanChoices.map((span) => ({ value: span, label: t(`filter.in.${span}`) }))}
        onChange={(span) => onChange({ status: filter.status, workflowId: filter.workflowId, ...withSpan(span, Date.now()) })}
      />
      {hasFailed ? (
        <span className="quiet-text" role="status">
          {t('filter.workflowsFailed')}
        </span>
      ) : null}
    </>
  );
}

/** The workflows to choose from. After a failure, the list is requested again until that succeeds. */
function useWorkflows(): { readonly workflows: readonly ListedWorkflow[]; readonly hasFailed: boolean } {
  const hasFailed = useAppSelector((state) => workflowsApi.endpoints.listWorkflows.select(everyWorkflow)(state).isError);
  const { data = [] } = workflowsApi.useListWorkflowsQuery(everyWorkflow, { pollingInterval: hasFailed ? RETRY : 0 });
  return { workflows: data, hasFailed };
}
