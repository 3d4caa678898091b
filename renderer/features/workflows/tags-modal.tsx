// Dialog that creates, renames and deletes tags.
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../engine/contract/permissions.ts';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { editorApi } from '../../api/editor.ts';
import { selectUser } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search.tsx';
import { WaitingRows } from '../../ui/table.tsx';
import { TagNameRow, TagRow } from './tag-row.tsx';
import { matchingTags, type TagEdit } from './list-rows.ts';
import '../../ui/table.css';
import './workflows.css';

export function TagsModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data } = editorApi.useListTagsQuery({ query: { withUsageCount: true } }, { refetchOnMountOrArgChange: true });
  const [search, setSearch] = useState('');
  const [edit, setEdit] = useState<TagEdit>();
  const create = (): void => {
    setSearch('');
    setEdit({ kind: 'create' });
  };
  const isEmpty = data?.length === 0 && edit === undefined;
  const add = (
    <Button kind="primary" disabled={edit !== undefined} onClick={create}>
      <Icon of={Plus} />
      {t('tags.add')}
    </Button>
  );
  return (
    <Dialog title={t('tags.title')} isOpen onClose={onClose} width="620px" footer={<Button onClick={onClose}>{t('tags.done')}</Button>}>
      <div className="tags-dialog">
        {isEmpty ? (
          <EmptyState title={t('tags.emptyTitle')} action={add}>
            {t('tags.emptyText')}
          </EmptyState>
        ) : (
          <>
            <div className="row">
              <SearchField label={t('tags.search')} value={search} onChange={setSearch} />
              <span className="row-grow" />
              {add}
            </div>
            <TagTable tags={data} search={search} edit={edit} onEdit={setEdit} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface TagTableProps {
  readonly tags: readonly Tag[] | undefined;
  readonly search: string;
  readonly edit: TagEdit;
  readonly onEdit: (edit: TagEdit) => void;
}

function TagTable({ tags, search, edit, onEdit }: TagTableProps): ReactNode {
  const { t } = useTranslation('workflows');
  const user = useAppSelector(selectUser);
  const canDelete = user !== null && mayDo(user.globalRole.name, 'tag:delete');
  const matches = matchingTags(tags ?? [], search);
  return (
    <div className="table-frame tags-table">
      <table className="table" aria-label={t('tags.title')}>
        <thead>
          <tr>
            <th scope="col">{t('tags.name')}</th>
            <th scope="col">{t('tags.usage')}</th>
            <th scope="col" className="table-tight">
              <span className="visually-hidden">{t('tags.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tags === undefined ? <WaitingRows columns={3} /> : null}
          {edit?.kind === 'create' ? <TagNameRow tags={tags ?? []} onEnd={() => onEdit(undefined)} /> : null}
          {matches.map((tag) => (
            <TagRow key={tag.id} tag={tag} tags={tags ?? []} edit={edit} onEdit={onEdit} canDelete={canDelete} />
          ))}
        </tbody>
      </table>
      {tags !== undefined && matches.length === 0 && edit?.kind !== 'create' ? <p className="table-nothing">{t('tags.noMatch')}</p> : null}
    </div>
  );
}
