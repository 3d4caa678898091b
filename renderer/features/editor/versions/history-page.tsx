// The version history of a workflow: its versions, what each changed, and restoring one.
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { RequestFailure } from '../../../transport/transport.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { NotFoundPage } from '../../../ui/not-found.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, Waiting } from '../../../ui/page.tsx';
import { MoreActions } from '../../../ui/floating/menu.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { Comparison } from './comparison.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useVersionActions } from './use-version-actions.ts';
import { comparedVersions, comparedWithOf } from './version-groups.ts';
import { VersionList } from './version-list.tsx';

export function HistoryPage(): ReactNode {
  const { t } = useTranslation('versions');
  const { name: id = '' } = useParams();
  const { data: versions, error, refetch } = workflowsApi.useWorkflowVersionsQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  const title = t('title', { name: versions?.[0]?.name ?? '' });
  useEffect(() => {
    document.title = versions === undefined ? 'Millrace' : `${title} – Millrace`;
  }, [title, versions]);
  if (versions === undefined && (error as RequestFailure | undefined)?.status === 404) return <NotFoundPage />;
  return (
    <main className="page" tabIndex={-1}>
      <header className="page-head">
        <h1 className="page-title">{versions === undefined ? t('heading') : title}</h1>
        <div className="page-actions">
          <Link className="button" data-kind="normal" to={`/workflow/${encodeURIComponent(id)}`}>
            {t('back')}
          </Link>
        </div>
      </header>
      {versions === undefined ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <History id={id} versions={versions} />}
    </main>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation('versions');
  if (error === undefined) return <Waiting />;
  return (
    <div className="page-body">
      <Notice kind="error" title={t('failed')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {(error as RequestFailure).message}
      </Notice>
    </div>
  );
}

interface HistoryProps {
  readonly id: string;
  readonly versions: readonly WorkflowVersionView[];
}

function History({ id, versions }: HistoryProps): ReactNode {
  const { t } = useTranslation('versions');
  const navigate = useNavigate();
  const params = useParams();
  const [search, setSearch] = useSearchParams();
  const [namedOnly, setNamedOnly] = useState(false);
  const listed = namedOnly ? versions.filter(({ label }) => label !== undefined) : versions;
  const number = params['version'] === undefined ? versions[0]?.version : Number(params['version']);
  const chosen = versions.find(({ version }) => version === number);
  const choose = (version: number): void => {
    const path = `/workflow/${encodeURIComponent(id)}/history/${version}`;
    void navigate({ pathname: path, search: search.size === 0 ? '' : `?${search.toString()}` }, { replace: true });
  };
  return (
    <div className="history">
      <aside className="history-side">
        <Checkbox label={t('list.namedOnly')} isOn={namedOnly} onChange={setNamedOnly} />
        {listed.length === 0 ? (
          <EmptyState title={t('list.noneNamed')}>{t('list.noneNamedHint')}</EmptyState>
        ) : (
          <VersionList versions={listed} chosen={chosen?.version ?? 0} onChoose={choose} />
        )}
      </aside>
      {chosen === undefined ? (
        <EmptyState title={t('gone')}>{t('goneHint')}</EmptyState>
      ) : (
        <ChosenVersion
          id={id}
          versions={versions}
          chosen={chosen}
          comparedWith={search.get('with')}
          onCompare={(value) => setSearch(value === 'previous' ? {} : { with: value }, { replace: true })}
          onRestored={choose}
        />
      )}
    </div>
  );
}

interface ChosenVersionProps extends HistoryProps {
  readonly chosen: WorkflowVersionView;
  /** Value of the address. */
  readonly comparedWith: string | null;
  readonly onCompare: (comparedWith: string) => void;
  readonly onRestored: (version: number) => void;
}

function ChosenVersion({ id, versions, chosen, comparedWith, onCompare, onRestored }: ChosenVersionProps): ReactNode {
  const { t } = useTranslation('versions');
  const { older, newer } = comparedVersions(versions, chosen.version, comparedWithOf(comparedWith));
  const nameOf = (version: number): string => versions.find((each) => each.version === version)?.label?.name ?? t('version', { version });
  const options = [
    { value: 'previous', label: t('compare.previous') },
    { value: 'current', label: t('compare.current') },
    { value: 'none', label: t('compare.none') },
    ...versions
      .filter(({ version }) => version !== chosen.version)
      .map(({ version, label }) => ({
        value: String(version),
        label: label === undefined ? t('version', { version }) : `${label.name} (${version})`,
      })),
  ];
  const shown = comparedWithOf(comparedWith);
  const heading = older === undefined ? nameOf(newer) : t('compare.heading', { before: nameOf(older), after: nameOf(newer) });
  return (
    <section className="history-main" aria-label={nameOf(chosen.version)}>
      <div className="history-bar">
        <h2 className="history-heading" aria-live="polite" title={heading}>
          {heading}
        </h2>
        <Select
          label={t('compare.label')}
          isLabelHidden
          value={options.some(({ value }) => value === String(shown)) ? String(shown) : 'previous'}
          options={options}
          onChange={onCompare}
        />
        <VersionButtons id={id} chosen={chosen} newest={versions[0] ?? chosen} onRestored={onRestored} />
      </div>
      <LoadedComparison id={id} older={older} newer={newer} />
    </section>
  );
}

interface VersionButtonsProps extends Pick<ChosenVersionProps, 'id' | 'chosen' | 'onRestored'> {
  readonly newest: WorkflowVersionView;
}

function VersionButtons({ id, chosen, newest, onRestored }: VersionButtonsProps): ReactNode {
  const { t } = useTranslation('versions');
  const actions = useVersionActions(id);
  const [isNaming, setNaming] = useState(false);
  const { data } = workflowsApi.useWorkflowVersionQuery({ params: { id, version: chosen.version } });
  const file = data as WorkflowFile | undefined;
  const restore = async (): Promise<void> => {
    const version = await actions.restore(chosen, newest);
    if (version !== undefined) onRestored(version);
  };
  const withFile = (work: (file: WorkflowFile) => void) => () => (file === undefined ? undefined : work(file));
  return (
    <div className="row">
      <Button onClick={() => setNaming(true)}>{t(chosen.label === undefined ? 'name.open' : 'name.change')}</Button>
      <Button kind="primary" disabled={chosen.isNewest} onClick={() => void restore()}>
        {t('restore.open')}
      </Button>
      <MoreActions
        label={t('more')}
        entries={[
          {
            id: 'new',
            label: t('openAsNew'),
            isDisabled: file === undefined,
            onSelect: withFile((content) => actions.openAsNew(chosen, content)),
          },
          {
            id: 'download',
            label: t('download'),
            isDisabled: file === undefined,
            onSelect: withFile((content) => void actions.download(chosen, content)),
          },
        ]}
      />
      {isNaming ? <NameDialog workflowId={id} version={chosen} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

function LoadedComparison({ id, older, newer }: { readonly id: string; readonly older: number | undefined; readonly newer: number }) {
  const after = workflowsApi.useWorkflowVersionQuery({ params: { id, version: newer } });
  const before = workflowsApi.useWorkflowVersionQuery({ params: { id, version: older ?? newer } });
  const nodeTypes = editorApi.useNodeTypesQuery();
  const types = useMemo(() => (nodeTypes.data === undefined ? undefined : typeLookup(nodeTypes.data)), [nodeTypes.data]);
  const queries = [after, before, nodeTypes];
  const error: unknown = queries.find((query) => query.error !== undefined)?.error;
  const [beforeFile, afterFile] = [before.currentData, after.currentData] as readonly (WorkflowFile | undefined)[];
  if (error === undefined && beforeFile !== undefined && afterFile !== undefined && types !== undefined) {
    return (
      <Comparison key={`${older ?? ''} ${newer}`} before={beforeFile} after={afterFile} types={types} isSingle={older === undefined} />
    );
  }
  const retry = (): void => {
    for (const query of queries) if (query.error !== undefined) void query.refetch();
  };
  return <NotLoaded error={error} onRetry={retry} />;
}
