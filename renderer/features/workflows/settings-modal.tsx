// Settings of a workflow: loaded when the dialog opens, and saved on the version they were loaded from.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import { workflowSettingsSaved } from '../../state/actions.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';
import { SettingsForm } from './settings-form.tsx';
import {
  hasLimitFault,
  isSame,
  settingsToSave,
  settingsValues,
  timeoutFault,
  type SettingsValues,
  type TimeoutFault,
} from './settings-values.ts';

export interface SettingsModalProps {
  readonly modal: OpenModal<'workflow-settings'>;
  readonly onClose: () => void;
}

export function SettingsModal({ modal, onClose }: SettingsModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { t: common } = useTranslation();
  const loading = workflowsApi.useGetWorkflowQuery({ params: { id: modal.activeId } }, { refetchOnMountOrArgChange: true });
  const workflow = loading.isFetching ? undefined : loading.currentData;
  const draft = useDraft(workflow);
  const { save, isBusy, failure } = useSave(workflow, onClose);
  const close = useClose(draft.isChanged, onClose);
  const [isSent, setIsSent] = useState(false);
  const submit = (overwrites: boolean): void => {
    setIsSent(true);
    if (draft.fault === undefined && !hasLimitFault(draft.values)) void save(settingsToSave(workflow?.settings, draft.values), overwrites);
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={() => void close()}>
        {common('cancel')}
      </Button>
      <Button kind="primary" disabled={isBusy || !draft.isChanged} onClick={() => submit(false)}>
        {t('settings.save')}
      </Button>
    </>
  );
  const title = workflow === undefined ? t('settings.title') : t('settings.titleOf', { name: workflow.name });
  return (
    <Dialog title={title} isOpen isBusy={isBusy} onClose={() => void close()} width="65vw" footer={footer}>
      <div className="workflow-settings">
        {failure === undefined ? null : <SaveFailure failure={failure} onOverwrite={() => submit(true)} />}
        {workflow === undefined ? (
          <NotLoaded error={loading.isFetching ? undefined : loading.error} onRetry={() => void loading.refetch()} />
        ) : (
          <SettingsForm ownId={workflow.id} values={draft.values} fault={shownFault(draft.fault, isSent)} onChange={draft.change} />
        )}
      </div>
    </Dialog>
  );
}

/** A limit of 0 is reported when saving, not while it is being typed. */
const shownFault = (fault: TimeoutFault | undefined, isSent: boolean): TimeoutFault | undefined =>
  fault === 'zero' && !isSent ? undefined : fault;

interface Draft {
  readonly values: SettingsValues;
  readonly isChanged: boolean;
  readonly fault: TimeoutFault | undefined;
  readonly change: (values: SettingsValues) => void;
}

function useDraft(workflow: SavedWorkflow | undefined): Draft {
  const { maxExecutionTimeout } = useSettings();
  const start = useMemo(() => settingsValues(workflow?.settings), [workflow]);
  const [changed, change] = useState<SettingsValues>();
  const values = changed ?? start;
  return { values, change, isChanged: workflow !== undefined && !isSame(values, start), fault: timeoutFault(values, maxExecutionTimeout) };
}

/** Asks first if changes would be lost. */
function useClose(isChanged: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useTranslation('workflows');
  const confirm = useConfirm();
  return async () => {
    const question = { title: t('settings.leaveTitle'), text: t('settings.leaveText'), confirmLabel: t('settings.leave') };
    if (!isChanged || (await confirm({ ...question, isDangerous: true }))) onClose();
  };
}

interface NotLoadedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function NotLoaded({ error, onRetry }: NotLoadedProps): ReactNode {
  const { t } = useTranslation('workflows');
  if (error === undefined) return <Waiting />;
  return (
    <Notice kind="error" title={t('settings.loadFailed')} action={<Button onClick={onRetry}>{t('list.retry')}</Button>}>
      {(error as RequestFailure).message}
    </Notice>
  );
}

interface SaveFailureProps {
  readonly failure: RequestFailure;
  readonly onOverwrite: () => void;
}

function SaveFailure({ failure, onOverwrite }: SaveFailureProps): ReactNode {
  const { t } = useTranslation('workflows');
  const overwrite = <Button onClick={onOverwrite}>{t('settings.overwrite')}</Button>;
  return (
    <Notice kind="error" title={t('settings.saveFailed')} action={failure.code === 'WORKFLOW_CHANGED' ? overwrite : undefined}>
      {[failure.message, failure.hint].filter((text) => text !== undefined).join(' ')}
    </Notice>
  );
}

interface Saving {
  readonly save: (settings: object, overwrites: boolean) => Promise<void>;
  readonly isBusy: boolean;
  readonly failure?: RequestFailure;
}

function useSave(workflow: SavedWorkflow | undefined, onClose: () => void): Saving {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [update, { isLoading, error }] = workflowsApi.useUpdateWorkflowMutation();
  return {
    isBusy: isLoading,
    failure: error as RequestFailure | undefined,
    save: async (settings, overwrites) => {
      if (workflow === undefined) return;
      const { id, name, version } = workflow;
      const { data } = await update({ params: { id }, query: overwrites ? { forceSave: true } : {}, body: { settings, version } });
      if (data === undefined) return;
      dispatch(workflowSettingsSaved({ id, settings: data.settings ?? {}, from: version, version: data.version }));
      dispatch(toastShown({ kind: 'success', title: t('settings.saved', { name }) }));
      onClose();
    },
  };
}
