// A row of the tag table: displayed, edited, or about to be deleted. Enter applies, Escape cancels.
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { editorApi } from '../../api/editor.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TAG_LENGTH, tagFault, type TagEdit } from './list-rows.ts';

export interface TagRowProps {
  readonly tag: Tag;
  readonly tags: readonly Tag[];
  readonly edit: TagEdit;
  readonly onEdit: (edit: TagEdit) => void;
  readonly canDelete: boolean;
}

export function TagRow({ tag, tags, edit, onEdit, canDelete }: TagRowProps): ReactNode {
  const { t } = useTranslation('workflows');
  const isOwn = edit !== undefined && edit.kind !== 'create' && edit.id === tag.id;
  const end = (): void => onEdit(undefined);
  if (isOwn && edit.kind === 'update') return <TagNameRow tag={tag} tags={tags} onEnd={end} />;
  if (isOwn) return <TagDeleteRow tag={tag} onEnd={end} />;
  return (
    <tr>
      <td>{tag.name}</td>
      <td className="quiet-text">{tag.usageCount === undefined ? '' : t('tags.used', { count: tag.usageCount })}</td>
      <td className="table-tight table-actions">
        <IconButton
          size="small"
          label={t('tags.rename', { name: tag.name })}
          disabled={edit !== undefined}
          onClick={() => onEdit({ kind: 'update', id: tag.id })}
        >
          <Icon of={Pencil} size={14} />
        </IconButton>
        {canDelete ? (
          <IconButton
            size="small"
            label={t('tags.delete', { name: tag.name })}
            disabled={edit !== undefined}
            onClick={() => onEdit({ kind: 'delete', id: tag.id })}
          >
            <Icon of={Trash2} size={14} />
          </IconButton>
        ) : null}
      </td>
    </tr>
  );
}

export interface TagNameRowProps {
  /** Absent for a new tag. */
  readonly tag?: Tag;
  readonly tags: readonly Tag[];
  readonly onEnd: () => void;
}

export function TagNameRow({ tag, tags, onEnd }: TagNameRowProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [name, setName] = useState(tag?.name ?? '');
  const [isSent, setIsSent] = useState(false);
  const [create, { isLoading: isCreating }] = editorApi.useCreateTagMutation();
  const [rename, { isLoading: isRenaming }] = editorApi.useRenameTagMutation();
  const fault = tagFault(name, tags, tag?.id);
  const apply = async (): Promise<void> => {
    setIsSent(true);
    if (fault !== undefined) return;
    const trimmedName = name.trim();
    if (trimmedName === tag?.name) return onEnd();
    const { error } =
      tag === undefined
        ? await create({ body: { name: trimmedName } })
        : await rename({ params: { id: tag.id }, body: { name: trimmedName } });
    if (error !== undefined)
      return void dispatch(failureToast(t(tag === undefined ? 'tags.createFailed' : 'tags.renameFailed', { name: trimmedName }), error));
    dispatch(toastShown({ kind: 'success', title: t(tag === undefined ? 'tags.created' : 'tags.renamed', { name: trimmedName }) }));
    onEnd();
  };
  return (
    <tr onKeyDown={(event) => onKeys(event, () => void apply(), onEnd)}>
      <td colSpan={2}>
        <TextField
          label={t('tags.nameLabel')}
          isLabelHidden
          value={name}
          onChange={setName}
          maxLength={TAG_LENGTH}
          error={isSent && fault !== undefined ? t(`tags.fault.${fault}`, { most: TAG_LENGTH }) : undefined}
          autoFocus
        />
      </td>
      <td className="table-tight">
        <RowButtons
          applyLabel={tag === undefined ? t('tags.create') : t('tags.save')}
          isBusy={isCreating || isRenaming}
          onApply={() => void apply()}
          onCancel={onEnd}
        />
      </td>
    </tr>
  );
}

function TagDeleteRow({ tag, onEnd }: { readonly tag: Tag; readonly onEnd: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = editorApi.useRemoveTagMutation();
  const apply = async (): Promise<void> => {
    const { data: isRemoved = false, error } = await remove({ params: { id: tag.id } });
    if (!isRemoved) return void dispatch(failureToast(t('tags.deleteFailed', { name: tag.name }), error));
    dispatch(toastShown({ kind: 'success', title: t('tags.deleted', { name: tag.name }) }));
    onEnd();
  };
  return (
    <tr onKeyDown={(event) => onKeys(event, () => undefined, onEnd)}>
      <td colSpan={2}>{t('tags.deleteQuestion', { name: tag.name })}</td>
      <td className="table-tight">
        <RowButtons applyLabel={t('tags.confirmDelete')} isDangerous isBusy={isLoading} onApply={() => void apply()} onCancel={onEnd} />
      </td>
    </tr>
  );
}

interface RowButtonsProps {
  readonly applyLabel: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

function RowButtons({ applyLabel, isDangerous = false, isBusy, onApply, onCancel }: RowButtonsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="row">
      <Button size="small" disabled={isBusy} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="small" kind={isDangerous ? 'danger' : 'primary'} disabled={isBusy} autoFocus={isDangerous} onClick={onApply}>
        {applyLabel}
      </Button>
    </span>
  );
}

/** Enter in the field applies; Escape closes the row, but not the dialog around it. */
function onKeys(event: KeyboardEvent, onEnter: () => void, onEscape: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onEscape();
  } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    event.preventDefault();
    onEnter();
  }
}
