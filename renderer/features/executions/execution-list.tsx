// The list of executions: filter, refresh, select, delete, stop, retry, open, load more.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { debugPath } from '../../state/debugged-execution.ts';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { addressQuery, filterInAddress, narrows, type ExecutionFilter } from './execution-filter.ts';
import { ExecutionFilters } from './execution-filters.tsx';
import { canDelete } from './execution-state.ts';
import { ExecutionTable } from './execution-table.tsx';
import { StatisticsStrip } from './statistics-strip.tsx';
import { useExecutionActions } from './use-execution-actions.ts';
import { useExecutions } from './use-executions.ts';
import { useSelection, type Selection } from './use-selection.ts';
import './executions.css';

export interface ExecutionListProps {
  readonly filter: ExecutionFilter;
  readonly onFilter: (filter: ExecutionFilter) => void;
  readonly onOpen: (id: string) => void;
  /** Opens the workflow of an execution in the editor, with its data. */
  readonly onDebug: (execution: ExecutionSummary) => void;
}

export function ExecutionList({ filter, onFilter, onOpen, onDebug }: ExecutionListProps): ReactNode {
  const { t } = useTranslation('executions');
  const [refreshes, setRefreshes] = useState(true);
  const executions = useExecutions(filter, refreshes);
  const { rows, failure, refreshFailure, count, isEstimated } = executions;
  const selection = useSelection(filter, rows?.filter(canDelete).map(({ id }) => id) ?? []);
  const actions = useExecutionActions();
  const remove = async (): Promise<void> => {
    const isDone = selection.isAll ? await actions.removeFound(filter, count) : await actions.removeThese(selection.ids);
    if (!isDone) return;
    executions.forget(selection.ids);
    selection.clear();
  };
  return (
    <div className="execution-list">
      <div className="row execution-bar">
        <ExecutionFilters
          filter={filter}
          onChange={(next) => {
            onFilter(next);
            selection.clear();
          }}
        />
        <span className="row-grow" />
        <span className="quiet-text" aria-live="polite">
          {rows === undefined ? '' : t(isEstimated ? 'foundAtLeast' : 'found', { count })}
        </span>
        <Checkbox label={t('refreshes')} isOn={refreshes} onChange={setRefreshes} />
      </div>
      <RefreshFailure error={refreshFailure} />
      {failure === undefined ? <StatisticsStrip filter={filter} refreshes={refreshes} /> : null}
      {failure !== undefined ? (
        <Notice kind="error" title={t('failed.load')} action={<Button onClick={executions.refresh}>{t('again')}</Button>}>
          {(failure as RequestFailure).message}
        </Notice>
      ) : rows?.length === 0 ? (
        <NoExecutions filter={filter} />
      ) : (
        <ExecutionTable rows={rows} selection={selection} actions={actions} onOpen={onOpen} onDebug={onDebug} />
      )}
      {executions.hasMore ? (
        <Button className="load-more" disabled={executions.isLoadingMore} onClick={() => void executions.loadMore()}>
          {executions.isLoadingMore ? t('loadingMore') : t('loadMore')}
        </Button>
      ) : null}
      {selection.ids.size === 0 ? null : <SelectionBar selection={selection} count={count} onRemove={() => void remove()} />}
    </div>
  );
}

function NoExecutions({ filter }: { readonly filter: ExecutionFilter }): ReactNode {
  const { t } = useTranslation('executions');
  const { saveManualExecutions } = useSettings();
  return (
    <EmptyState title={narrows(filter) ? t('empty.noMatch') : t('empty.title')}>
      {narrows(filter)
        ? t('empty.noMatchText')
        : `${t('empty.text')} ${t(saveManualExecutions ? 'empty.manualKept' : 'empty.manualForADay')}`}
    </EmptyState>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly count: number;
  readonly onRemove: () => void;
}

function SelectionBar({ selection, count, onRemove }: SelectionBarProps): ReactNode {
  const { t } = useTranslation('executions');
  const { ids, isAll, areLoadedSelected } = selection;
  return (
    <div className="row raised execution-selection">
      <span aria-live="polite">{isAll ? t('selection.all', { count }) : t('selection.some', { count: ids.size })}</span>
      {areLoadedSelected && !isAll && count > ids.size ? (
        <Button kind="quiet" onClick={selection.selectAll}>
          {t('selection.selectAll', { count })}
        </Button>
      ) : null}
      <Button kind="quiet" onClick={selection.clear}>
        {t('selection.clear')}
      </Button>
      <Button kind="danger" onClick={onRemove}>
        {t('selection.delete')}
      </Button>
    </div>
  );
}

export function ExecutionsPage(): ReactNode {
  const { t } = useTranslation('executions');
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const address = query.toString();
  // A time span ends at the time it was chosen or the page was opened, so that rows do not drop out while the list is open.
  const filter = useMemo(() => filterInAddress(new URLSearchParams(address), Date.now()), [address]);
  return (
    <Page title={t('title')}>
      <ExecutionList
        filter={filter}
        onFilter={(next) => setQuery(addressQuery(next), { replace: true })}
        onOpen={(id) => void navigate(`/execution/${encodeURIComponent(id)}`)}
        onDebug={({ id, workflowId }) => void navigate(debugPath(workflowId, id))}
      />
    </Page>
  );
}
