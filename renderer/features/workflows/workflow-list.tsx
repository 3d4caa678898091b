// The list of workflows: search, filters, selection, import; opened workflows go to the editor.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FolderPlus, Plus } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Folder } from '../../../engine/contract/rest/folders.ts';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { editorApi } from '../../api/editor.ts';
import { foldersApi } from '../../api/folders.ts';
import { workflowsApi } from '../../api/workflows.ts';
import type { HandedOverState } from '../../state/handed-over.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { SearchField } from '../../ui/search.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MultiSelect, Select } from '../../ui/fields/select.tsx';
import type { Sorting } from '../../ui/table.tsx';
import { Breadcrumb } from './folders/breadcrumb.tsx';
import { childrenOf, pathOf } from './folders/folder-tree.ts';
import { useIsOwnFolder } from './folders/use-folder-actions.ts';
import {
  addressQuery,
  everyWorkflow,
  filterInAddress,
  isEverywhere,
  statusChoices,
  usualSorting,
  workflowRows,
  type WorkflowColumn,
  type WorkflowFilter,
} from './list-rows.ts';
import { SelectionBar } from './selection-bar.tsx';
import { FirstSteps, ImportMenu, newWorkflowPath, useImport } from './start-offers.tsx';
import { useOwnerNames } from './use-owner-names.ts';
import { useWorkflowActions } from './use-workflow-actions.ts';
import { WorkflowTable } from './workflow-table.tsx';
import './workflows.css';

export interface WorkflowListProps {
  readonly filter: WorkflowFilter;
  /** `isStep`: whether a folder was opened, to which the Back button returns. */
  readonly onFilter: (filter: WorkflowFilter, isStep?: boolean) => void;
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

const none: readonly Folder[] = [];

/** Returns the folders in a folder, by their names; the other columns order only workflows. */
const folderRows = (
  id: string | undefined,
  folders: readonly Folder[],
  { column, isDescending }: Sorting<WorkflowColumn>,
): readonly Folder[] => (column === 'name' && isDescending ? childrenOf(id, folders).toReversed() : childrenOf(id, folders));

export function WorkflowList({ filter, onFilter, onOpen, onNew, isPage = false, autoFocus }: WorkflowListProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [sorting, setSorting] = useState(usualSorting);
  const [chosen, setChosen] = useChosen(filter.folder);
  const refreshing = { pollingInterval: isPage ? REFRESH : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
  const { data, error, refetch } = workflowsApi.useListWorkflowsQuery({ query: {} }, refreshing);
  const folders = foldersApi.useListFoldersQuery(undefined, { refetchOnMountOrArgChange: true });
  const owners = useOwnerNames(!isPage);
  const actions = useWorkflowActions();
  if (error !== undefined && data === undefined) {
    const retry = <Button onClick={() => void refetch()}>{t('list.retry')}</Button>;
    return (
      <Notice kind="error" title={t('list.failed')} action={retry}>
        {(error as RequestFailure).message}
      </Notice>
    );
  }
  const allFolders = folders.data ?? none;
  if (data?.length === 0 && folders.data?.length === 0) return <FirstSteps onNew={onNew} />;
  const path = pathOf(filter.folder, allFolders);
  const open = (folder: string | undefined): void => onFilter({ ...everyWorkflow, folder }, true);
  if (filter.folder !== undefined && path.length === 0 && folders.data !== undefined)
    return <UnknownFolder onLeave={() => open(undefined)} />;
  // Without the folders, all workflows are listed.
  const hasPaths = isEverywhere(filter) || folders.error !== undefined;
  const listed = hasPaths ? data : data?.filter(({ folderId }) => folderId === filter.folder);
  const rows = listed === undefined || folders.isLoading ? undefined : workflowRows(listed, filter, sorting, owners);
  // Rows that no longer match are not acted on.
  const selected = rows?.filter(({ id }) => chosen.has(id)) ?? [];
  return (
    <div className="workflow-list">
      {path.length === 0 ? null : <Breadcrumb path={path} onOpen={open} />}
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
      <RefreshFailure error={error ?? folders.error} />
      <WorkflowTable
        rows={rows}
        folders={{ all: allFolders, rows: hasPaths ? none : folderRows(path.at(-1)?.id, allFolders, sorting), hasPaths, onOpen: open }}
        owners={owners}
        emptyText={hasPaths ? t('list.noMatch') : filter.folder === undefined ? t('folders.emptyTop') : t('folders.empty')}
        sorting={sorting}
        onSort={setSorting}
        onOpen={onOpen}
        actions={actions}
        {...(isPage ? { selection: { ids: new Set(selected.map(({ id }) => id)), onChange: setChosen } } : {})}
      />
    </div>
  );
}

/** Returns the ids of the selected workflows, and a function that sets them. Opening another folder clears the selection. */
function useChosen(folder: string | undefined): readonly [ReadonlySet<string>, (ids: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<{ readonly folder: string | undefined; readonly ids: ReadonlySet<string> }>();
  return [chosen?.folder === folder ? (chosen?.ids ?? noIds) : noIds, (ids) => setChosen({ folder, ids })];
}

const noIds: ReadonlySet<string> = new Set();

function UnknownFolder({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <EmptyState title={t('folders.unknown')} action={<Button onClick={onLeave}>{t('folders.toTop')}</Button>}>
      {t('folders.unknownText')}
    </EmptyState>
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
  const dispatch = useAppDispatch();
  const filter = filterInAddress(query);
  const isOwnFolder = useIsOwnFolder();
  // New workflows cannot be in a folder of another user.
  const place = filter.folder !== undefined && isOwnFolder(filter.folder) ? filter.folder : undefined;
  const importing = useImport(place);
  return (
    <Page
      title={t('page.title')}
      actions={
        <>
          <ImportMenu importing={importing} />
          <Button
            onClick={() => dispatch(modalOpened({ name: 'folder', ...(filter.folder === undefined ? {} : { parentId: filter.folder }) }))}
          >
            <Icon of={FolderPlus} />
            {t('folders.new')}
          </Button>
          <Button kind="primary" onClick={() => void navigate(newWorkflowPath(place))}>
            <Icon of={Plus} />
            {t('list.new')}
          </Button>
        </>
      }
    >
      <WorkflowList
        isPage
        filter={filter}
        onFilter={(next, isStep = false) => setQuery(addressQuery(next), { replace: !isStep })}
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
