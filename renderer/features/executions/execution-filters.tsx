// Filters above the list.
import { Star } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppSelector } from '../../state/store.ts';
import { useSettings } from '../../state/settings.ts';
import { IconButton } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { spanChoices, statusChoices, withSpan, type ExecutionFilter } from './execution-filter.ts';

/** Milliseconds after the last key until the search begins. */
const PAUSE = 300;
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
  const { canSearchExecutions } = useSettings();
  return (
    <>
      {canSearchExecutions ? <DataSearch filter={filter} onChange={onChange} /> : null}
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
        onChange={(span) => {
          const { startedAfter: _before, ...rest } = filter;
          onChange({ ...rest, ...withSpan(span, Date.now()) });
        }}
      />
      <IconButton
        label={t('filter.highlighted')}
        aria-pressed={filter.isHighlighted}
        onClick={() => onChange({ ...filter, isHighlighted: !filter.isHighlighted })}
      >
        <Icon of={Star} />
      </IconButton>
      {hasFailed ? (
        <span className="quiet-text" role="status">
          {t('filter.workflowsFailed')}
        </span>
      ) : null}
    </>
  );
}

/** Searches in the data a moment after the last key. */
function DataSearch({ filter, onChange }: ExecutionFiltersProps): ReactNode {
  const { t } = useTranslation('executions');
  const [text, setText] = useState(filter.search);
  const [searched, setSearched] = useState(filter.search);
  if (filter.search !== searched) {
    // The filter was changed elsewhere, such as by the browser's Back.
    setSearched(filter.search);
    setText(filter.search);
  }
  const latest = useRef({ filter, onChange });
  useEffect(() => {
    latest.current = { filter, onChange };
  });
  useEffect(() => {
    if (text === searched) return undefined;
    const timer = setTimeout(() => {
      setSearched(text);
      latest.current.onChange({ ...latest.current.filter, search: text });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, searched]);
  return (
    <Tooltip label={t('filter.searchHint')}>
      <span className="execution-search">
        <SearchField label={t('filter.search')} value={text} onChange={setText} />
      </span>
    </Tooltip>
  );
}

/** The workflows to choose from. After a failure, the list is requested again until that succeeds. */
function useWorkflows(): { readonly workflows: readonly ListedWorkflow[]; readonly hasFailed: boolean } {
  const hasFailed = useAppSelector((state) => workflowsApi.endpoints.listWorkflows.select(everyWorkflow)(state).isError);
  const { data = [] } = workflowsApi.useListWorkflowsQuery(everyWorkflow, { pollingInterval: hasFailed ? RETRY : 0 });
  return { workflows: data, hasFailed };
}
