// Duplicates a workflow under a name and tags, and opens the copy in a new window.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowFile } from '../../../engine/contract/workflow.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { newId } from '../../lib/browser.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { basePath } from '../../transport/index.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { copyName, copyOf, NAME_LENGTH } from './copy-of.ts';
import { useIsOwnFolder } from './folders/use-folder-actions.ts';
import { TagsField } from './tag-picker.tsx';
import './workflows.css';

export interface DuplicateModalProps {
  readonly modal: OpenModal<'duplicate-workflow'>;
  readonly onClose: () => void;
}

interface Original {
  readonly workflow: WorkflowFile;
  /** Tag ids. */
  readonly tags: readonly string[];
  /** Absent if it is in no folder. */
  readonly folderId?: string | undefined;
}

export function DuplicateModal({ modal, onClose }: DuplicateModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { t: common } = useTranslation();
  const id = useId();
  const { original, failure } = useOriginal(modal);
  const [changedName, setName] = useState<string>();
  const [changedTags, setTags] = useState<readonly string[]>();
  const [isSent, setIsSent] = useState(false);
  const { create, isBusy, error } = useCreate(onClose);
  const name = changedName ?? copyName(original?.workflow.name ?? '', t('duplicate.ending'));
  const tags = changedTags ?? original?.tags ?? [];
  const isEmpty = name.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (!isEmpty && !isBusy && original !== undefined) void create(original, name.trim(), tags);
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isBusy || original === undefined}>
        {t('duplicate.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('duplicate.title')} isOpen isBusy={isBusy} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="duplicate-form" noValidate onSubmit={submit}>
        {failure === undefined ? null : <FailureNotice title={t('duplicate.loadFailed')} failure={failure} />}
        {error === undefined ? null : <FailureNotice title={t('duplicate.failed')} failure={error} />}
        {original === undefined ? null : (
          <TextField
            label={t('duplicate.name')}
            value={name}
            onChange={setName}
            maxLength={NAME_LENGTH}
            error={isSent && isEmpty ? t('duplicate.empty') : undefined}
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {original === undefined ? null : <TagsField label={t('duplicate.tags')} chosen={tags} onChange={setTags} />}
        <p className="quiet-text">{t('duplicate.text')}</p>
      </form>
    </Dialog>
  );
}

/** Returns the editor's current content if the workflow is open there, otherwise the saved version. */
function useOriginal({ activeId, open }: OpenModal<'duplicate-workflow'>): { readonly original?: Original; readonly failure?: unknown } {
  const { currentData, error, isFetching } = workflowsApi.useGetWorkflowQuery(
    { params: { id: activeId } },
    { refetchOnMountOrArgChange: true, skip: open !== undefined },
  );
  if (open !== undefined) return { original: open };
  if (isFetching) return {};
  if (currentData === undefined) return { failure: error };
  return {
    original: {
      workflow: currentData as unknown as WorkflowFile,
      tags: currentData.tags.map(({ id }) => id),
      folderId: currentData.folderId,
    },
  };
}

interface Creation {
  readonly create: (original: Original, name: string, tags: readonly string[]) => Promise<void>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** Saves the copy and opens it in a new window. */
function useCreate(onClose: () => void): Creation {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const isOwnFolder = useIsOwnFolder();
  const [create, { isLoading, error }] = workflowsApi.useCreateWorkflowMutation();
  return {
    isBusy: isLoading,
    error,
    create: async ({ workflow, folderId }, name, tags) => {
      const copy = copyOf(workflow, name, newId);
      const place = folderId !== undefined && isOwnFolder(folderId) ? { folderId } : {};
      const { data } = await create({ body: { ...copy, ...place, nodes: [...copy.nodes], tags: [...tags] } });
      if (data === undefined) return;
      onClose();
      const path = `/workflow/${encodeURIComponent(data.id)}`;
      if (globalThis.open(`${basePath.replace(/\/$/, '')}${path}`, '_blank') !== null) return;
      // The browser may block a second window.
      const link = { label: t('duplicate.open'), to: path };
      dispatch(toastShown({ kind: 'success', title: t('duplicate.done', { name: data.name }), link }));
    },
  };
}

function FailureNotice({ title, failure }: { readonly title: string; readonly failure: unknown }): ReactNode {
  const { message, hint } = failure as RequestFailure;
  return (
    <Notice kind="error" title={title}>
      {[message, hint].filter((text) => text !== undefined).join(' ')}
    </Notice>
  );
}
