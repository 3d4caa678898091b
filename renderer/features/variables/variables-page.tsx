// The variables that expressions read as `$vars`: search, add, change and delete. Members only read them.
import './variables.css';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../engine/contract/permissions.ts';
import type { Variable } from '../../../engine/contract/rest/variables.ts';
import { variablesApi } from '../../api/variables.ts';
import { useOwnerName } from '../../state/owner.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyIconButton } from '../../ui/copy.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { RefreshFailure } from '../../ui/refresh-failure.tsx';
import { SearchField } from '../../ui/search.tsx';
import { WaitingRows } from '../../ui/table.tsx';
import { VariableDialog } from './variable-dialog.tsx';

/** What the dialog edits. */
type Edit = { readonly variable?: Variable };

export function VariablesPage(): ReactNode {
  const { t } = useTranslation('variables');
  const user = useAppSelector(selectUser);
  const canManage = user !== null && mayDo(user.globalRole.name, 'variable:manage');
  const { data, error, refetch } = variablesApi.useListVariablesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [edit, setEdit] = useState<Edit>();
  const add = canManage ? (
    <Button kind="primary" onClick={() => setEdit({})}>
      <Icon of={Plus} />
      {t('add')}
    </Button>
  ) : undefined;
  return (
    <Page title={t('title')} actions={data === undefined || data.length === 0 ? undefined : add}>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('failed')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data?.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={add}>
          {t('emptyText')}
        </EmptyState>
      ) : null}
      {canManage ? null : <ReadOnlyNotice />}
      {data?.length === 0 || (data === undefined && error !== undefined) ? null : (
        <>
          <RefreshFailure error={error} />
          <Variables variables={data} canManage={canManage} onEdit={(variable) => setEdit({ variable })} />
        </>
      )}
      {edit === undefined ? null : <VariableDialog {...edit} variables={data ?? []} onClose={() => setEdit(undefined)} />}
    </Page>
  );
}

function ReadOnlyNotice(): ReactNode {
  const { t } = useTranslation('variables');
  const { name, isLoading } = useOwnerName();
  if (isLoading) return null;
  return (
    <div className="variables-notice">
      <Notice>{name === undefined ? t('readOnly') : t('readOnlyAsk', { name })}</Notice>
    </div>
  );
}

interface VariablesProps {
  readonly variables: readonly Variable[] | undefined;
  readonly canManage: boolean;
  readonly onEdit: (variable: Variable) => void;
}

function Variables({ variables, canManage, onEdit }: VariablesProps): ReactNode {
  const { t } = useTranslation('variables');
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLocaleLowerCase();
  const matches = variables?.filter(({ key, value }) => `${key}\n${value}`.toLocaleLowerCase().includes(searchText));
  return (
    <div className="variables-list">
      <SearchField label={t('search')} value={search} onChange={setSearch} />
      <div className="table-frame">
        <table className="table" aria-label={t('title')} aria-busy={variables === undefined}>
          <thead>
            <tr>
              <th scope="col">{t('key')}</th>
              <th scope="col">{t('value')}</th>
              <th scope="col">{t('use')}</th>
              {canManage ? (
                <th scope="col" className="table-tight">
                  <span className="visually-hidden">{t('actions')}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {matches === undefined ? <WaitingRows columns={canManage ? 4 : 3} /> : null}
            {matches?.map((variable) => (
              <Row key={variable.id} variable={variable} canManage={canManage} onEdit={() => onEdit(variable)} />
            ))}
          </tbody>
        </table>
        {matches?.length === 0 ? <p className="table-nothing">{t('noMatch')}</p> : null}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {matches === undefined ? '' : t('count', { count: matches.length })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly variable: Variable;
  readonly canManage: boolean;
  readonly onEdit: () => void;
}

function Row({ variable: { id, key, value }, canManage, onEdit }: RowProps): ReactNode {
  const { t } = useTranslation('variables');
  const remove = useRemove();
  const code = `$vars.${key}`;
  return (
    <tr>
      <td className="variables-key" title={key}>
        {key}
      </td>
      <td className="variables-value" title={value}>
        {value}
      </td>
      <td className="table-tight">
        <span className="row">
          <code className="table-data" title={code}>
            {code}
          </code>
          <CopyIconButton text={code} label={t('copy', { code })} />
        </span>
      </td>
      {canManage ? (
        <td className="table-tight table-actions">
          <IconButton size="small" label={t('edit', { key })} onClick={onEdit}>
            <Icon of={Pencil} size={14} />
          </IconButton>
          <IconButton size="small" label={t('delete', { key })} onClick={() => void remove(id, key)}>
            <Icon of={Trash2} size={14} />
          </IconButton>
        </td>
      ) : null}
    </tr>
  );
}

/** Returns a function that deletes a variable after a question. */
function useRemove(): (id: string, key: string) => Promise<void> {
  const { t } = useTranslation('variables');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const [remove] = variablesApi.useDeleteVariableMutation();
  return async (id, key) => {
    const isAgreed = await confirm({
      title: t('deleteTitle', { key }),
      text: t('deleteText', { code: `$vars.${key}` }),
      confirmLabel: t('deleteConfirm'),
      isDangerous: true,
    });
    if (!isAgreed) return;
    const { error } = await remove({ params: { id } });
    if (error !== undefined) dispatch(failureToast(t('deleteFailed', { key }), error));
    else dispatch(toastShown({ kind: 'success', title: t('deleted', { key }) }));
  };
}
