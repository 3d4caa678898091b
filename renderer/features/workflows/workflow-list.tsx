// The list of workflows: search, filter by tag, sort, activate, open.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { WorkflowSummaryAnswer } from '../../../engine/contract/rest/workflows.ts';
import { editorApi } from '../../api/editor.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search.tsx';
import { SortHead, WaitingRows } from '../../ui/table.tsx';
import { WorkflowRow } from './workflow-row.tsx';
import { usualSorting, workflowRows, type WorkflowColumn } from './list-rows.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { MultiSelect } from '../../ui/fields/select.tsx';
import '../../ui/table.css';
import './workflows.css';

export interface WorkflowListProps {
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
  /** Focuses the search field first. */
  readonly autoFocus?: boolean;
}

export function WorkflowList({ onOpen, onNew, autoFocus }: WorkflowListProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [search, setSearch] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const { workflowTagsDisabled } = useSettings();
  const { data, error, refetch } = workflowsApi.useListWorkflowsQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  const { data: allTags = [] } = editorApi.useListTagsQuery({ query: {} }, { skip: workflowTagsDisabled });
  if (error !== undefined && data === undefined) {
    const retry = <Button onClick={() => void refetch()}>{t('list.retry')}</Button>;
    return (
      <Notice kind="error" title={t('list.failed')} action={retry}>
        {(error as RequestFailure).message}
      </Notice>
    );
  }
  if (data?.length === 0) {
    const action = (
      <Button kind="primary" onClick={onNew}>
        {t('list.new')}
      </Button>
    );
    return (
      <EmptyState title={t('list.emptyTitle')} action={action}>
        {t('list.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className="workflow-list">
      <div className="row">
        <SearchField label={t('list.search')} value={search} onChange={setSearch} autoFocus={autoFocus} />
        {workflowTagsDisabled ? null : (
          <>
            <TagFilter tags={allTags} chosen={tags} onChange={setTags} />
            <Button kind="quiet" onClick={() => dispatch(modalOpened({ name: 'tags' }))}>
              {t('list.manageTags')}
            </Button>
          </>
        )}
      </div>
      <Table workflows={data} filter={{ search, tags }} onOpen={onOpen} />
    </div>
  );
}

interface TableProps {
  readonly workflows: readonly WorkflowSummaryAnswer[] | undefined;
  readonly filter: { readonly search: string; readonly tags: readonly string[] };
  readonly onOpen: (id: string) => void;
}

const columns: readonly WorkflowColumn[] = ['name', 'createdAt', 'updatedAt', 'active'];

function Table({ workflows, filter, onOpen }: TableProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [sorting, setSorting] = useState(usualSorting);
  const { data: running } = workflowsApi.useActiveWorkflowsQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = workflows === undefined ? [] : workflowRows(workflows, filter, sorting);
  return (
    <>
      <div className="table-frame">
        <table className="table" aria-label={t('list.label')} aria-busy={workflows === undefined}>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHead key={column} column={column} label={t(`column.${column}`)} sorting={sorting} onSort={setSorting} />
              ))}
              <th scope="col" className="table-tight">
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {workflows === undefined ? <WaitingRows columns={5} /> : null}
            {rows.map((workflow) => (
              <WorkflowRow
                key={workflow.id}
                workflow={workflow}
                isStuck={workflow.active && running?.includes(workflow.id) === false}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
        {workflows !== undefined && rows.length === 0 ? <p className="table-nothing">{t('list.noMatch')}</p> : null}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {workflows === undefined ? '' : t('list.count', { count: rows.length })}
      </div>
    </>
  );
}

export function WorkflowsPage(): ReactNode {
  const { t } = useTranslation('workflows');
  const navigate = useNavigate();
  const toNew = (): void => void navigate('/workflow');
  return (
    <Page
      title={t('page.title')}
      actions={
        <Button kind="primary" onClick={toNew}>
          <Icon of={Plus} />
          {t('list.new')}
        </Button>
      }
    >
      <WorkflowList onOpen={(id) => void navigate(`/workflow/${encodeURIComponent(id)}`)} onNew={toNew} />
    </Page>
  );
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
      shown={chosen.length === 0 ? t('list.allTags') : t('list.someTags', { count: chosen.length })}
    />
  );
}
