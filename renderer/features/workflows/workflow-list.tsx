// The list of workflows: search, filters, selection, import; opened workflows go to the editor.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileUp, Plus } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { workflowsApi } from '../../api/workflows.ts';
import type { HandedOverState } from '../../state/handed-over.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { MultiSelect, Select } from '../../ui/fields/select.tsx';
import {
  addressQuery,
  everyWorkflow,
  filterInAddress,
  statusChoices,
  usualSorting,
  workflowRows,
  type WorkflowFilter,
} from './list-rows.ts';
import { SelectionBar } from './selection-bar.tsx';
import { FirstSteps, useImport } from './start-offers.tsx';
import { useWorkflowActions } from './use-workflow-actions.ts';
import { WorkflowTable } from './workflow-table.tsx';
import './workflows.css';

export interface WorkflowListProps {
  readonly filter: WorkflowFilter;
  readonly onFilter: (filter: WorkflowFilter) => void;
  readonly onOpen: (id: string) => void;
  /** Called for a first workflow, with what its editor starts with. */
  readonly onNew: (state: HandedOverState) => void;
  /** Shown as a page, with the runs of workflows and a selection; otherwise as a dialog to open one. */
  readonly isPage?: boolean;
  /** Focuses the search field first. */
  readonly autoFocus?: boolean;
}

/** Milliseconds between refreshes of the runs that are shown. */
const REFRESH = 15_000;

export function WorkflowList({ filter, onFilter, onOpen, onNew, isPage = false, autoFocus }: WorkflowListProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [sorting, setSorting] = useState(usualSorting);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const refreshing = { pollingInterval: isPage ? REFRESH : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
  const { data, error, refetch } = workflowsApi.useListWorkflowsQuery({ query: {} }, refreshing);
  const actions = useWorkflowActions();
  if (error !== undefined && data === undefined) {
    const retry = <Button onClick={() => void refetch()}>{t('list.retry')}</Button>;
    return (
      <Notice kind="error" title={t('list.failed')} action={retry}>
        {(error as RequestFailure).message}
      </Notice>
    );
  }
  if (data?.length === 0) return <FirstSteps onNew={onNew} />;
  const rows = data === undefined ? undefined : workflowRows(data, filter, sorting);
  // Rows that no longer match are not acted on.
  const selected = rows?.filter(({ id }) => chosen.has(id)) ?? [];
  return (
    <div className="workflow-list">
      <div className="row workflow-bar">
        <SearchField
          label={t('list.search')}
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
          autoFocus={autoFocus}
        />
        <Filters filter={filter} onFilter={onFilter} />
        <span className="row-grow" />
        {selected.length === 0 ? null : <SelectionBar selected={selected} actions={actions} onClear={() => setChosen(new Set())} />}
      </div>
      <RefreshFailure error={error} />
      <WorkflowTable
        rows={rows}
        sorting={sorting}
        onSort={setSorting}
        onOpen={onOpen}
        actions={actions}
        {...(isPage ? { selection: { ids: new Set(selected.map(({ id }) => id)), onChange: setChosen } } : {})}
      />
    </div>
  );
}

function Filters({ filter, onFilter }: Pick<WorkflowListProps, 'filter' | 'onFilter'>): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const { workflowTagsDisabled } = useSettings();
  const { data: allTags = [] } = editorApi.useListTagsQuery({ query: {} }, { skip: workflowTagsDisabled });
  return (
    <>
      <Select
        label={t('list.filterStatus')}
        isLabelHidden
        value={filter.status}
        options={statusChoices.map((status) => ({ value: status, label: t(`list.status.${status}`) }))}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      {workflowTagsDisabled ? null : (
        <>
          <TagFilter tags={allTags} chosen={filter.tags} onChange={(tags) => onFilter({ ...filter, tags })} />
          <Button kind="quiet" onClick={() => dispatch(modalOpened({ name: 'tags' }))}>
            {t('list.manageTags')}
          </Button>
        </>
      )}
    </>
  );
}

export function WorkflowsPage(): ReactNode {
  const { t } = useTranslation('workflows');
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const importing = useImport();
  return (
    <Page
      title={t('page.title')}
      actions={
        <>
          {importing.field}
          <Button onClick={importing.choose}>
            <Icon of={FileUp} />
            {t('list.import')}
          </Button>
          <Button kind="primary" onClick={() => void navigate('/workflow')}>
            <Icon of={Plus} />
            {t('list.new')}
          </Button>
        </>
      }
    >
      <WorkflowList
        isPage
        filter={filterInAddress(query)}
        onFilter={(filter) => setQuery(addressQuery(filter), { replace: true })}
        onOpen={(id) => void navigate(`/workflow/${encodeURIComponent(id)}`)}
        onNew={(state) => void navigate('/workflow', { state })}
      />
    </Page>
  );
}

/** The list in a dialog, whose filter is gone with it. */
export function OpenList(props: Pick<WorkflowListProps, 'onOpen' | 'onNew'>): ReactNode {
  const [filter, setFilter] = useState(everyWorkflow);
  return <WorkflowList filter={filter} onFilter={setFilter} autoFocus {...props} />;
}

interface TagFilterProps {
  readonly tags: readonly Tag[];
  /** Tag ids. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function TagFilter({ tags, chosen, onChange }: TagFilterProps): ReactNode {
  const { t } = useTranslation('workflows');
  if (tags.length === 0) return null;
  return (
    <MultiSelect
      label={t('list.filterTags')}
      values={chosen}
      options={tags.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
      displayedText={chosen.length === 0 ? t('list.allTags') : t('list.someTags', { count: chosen.length })}
    />
  );
}
