// The rows of the list: refreshed every four seconds, with more on request.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { executionsApi } from '../../api/executions.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { filterFields, mergedRows, showsEnded, showsRunning, type ExecutionFilter } from './execution-filter.ts';

const REFRESH = 4000;
/** Number of rows per refresh. */
const RECENT = 30;
const PAGE = 10;
/** Maximum number of rows, however long the list stays open. */
const MAX_ROWS = 2000;

export interface Executions {
  readonly rows: readonly ExecutionSummary[] | undefined;
  /** Why there are no rows. */
  readonly failure?: unknown;
  /** Why the last refresh failed, after which the rows may be outdated. */
  readonly refreshFailure?: unknown;
  /** Total number; a lower bound if it is estimated. */
  readonly count: number;
  readonly isEstimated: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => Promise<void>;
  readonly refresh: () => void;
  /** Removes deleted rows. */
  readonly forget: (ids: ReadonlySet<string>) => void;
}

export function useExecutions(filter: ExecutionFilter, refreshes: boolean): Executions {
  const { t } = useTranslation('executions');
  const dispatch = useAppDispatch();
  const fields = JSON.stringify(filterFields(filter));
  const [older, setOlder] = useState<{ readonly of: string; readonly rows: readonly ExecutionSummary[] }>({ of: fields, rows: [] });
  const polling = { pollingInterval: refreshes ? REFRESH : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
  const current = executionsApi.useCurrentExecutionsQuery({ query: { filter: fields } }, { ...polling, skip: !showsRunning(filter) });
  const ended = executionsApi.useListExecutionsQuery(
    { query: { filter: fields, limit: RECENT } },
    { ...polling, skip: !showsEnded(filter) },
  );
  const [list, { isFetching: isLoadingMore }] = executionsApi.useLazyListExecutionsQuery();

  const olderRows = older.of === fields ? older.rows : [];
  const recent = ended.currentData?.results;
  useEffect(() => {
    // If further pages are shown, rows that new executions push off the first page stay in the list.
    const merge = (rows: readonly ExecutionSummary[]) => mergedRows([], recent ?? [], rows).slice(0, MAX_ROWS);
    setOlder((before) => (before.of === fields && before.rows.length > 0 ? { of: fields, rows: merge(before.rows) } : before));
  }, [fields, recent]);
  const endedRows = showsEnded(filter) ? recent : [];
  const currentRows = showsRunning(filter) ? current.currentData : [];
  const isThere = endedRows !== undefined && currentRows !== undefined;
  const rows = isThere ? mergedRows(currentRows, endedRows, olderRows) : undefined;
  const shownEnded = rows === undefined ? 0 : rows.length - (currentRows?.length ?? 0);
  const count = showsEnded(filter) ? (ended.currentData?.count ?? 0) : 0;
  return {
    rows,
    ...(rows === undefined ? { failure: ended.error ?? current.error } : { refreshFailure: ended.error ?? current.error }),
    count: count + (currentRows?.length ?? 0),
    isEstimated: ended.currentData?.estimated ?? false,
    hasMore: shownEnded < count,
    isLoadingMore,
    loadMore: async () => {
      const lastId = mergedRows([], endedRows ?? [], olderRows).at(-1)?.id;
      const { data, error } = await list({ query: { filter: fields, limit: PAGE, ...(lastId === undefined ? {} : { lastId }) } });
      if (data === undefined) return void dispatch(failureToast(t('failed.more'), error));
      setOlder({ of: fields, rows: mergedRows([], endedRows ?? [], olderRows, data.results) });
    },
    refresh: () => {
      if (showsRunning(filter)) void current.refetch();
      if (showsEnded(filter)) void ended.refetch();
    },
    forget: (ids) => setOlder({ of: fields, rows: olderRows.filter(({ id }) => !ids.has(id)) }),
  };
}
