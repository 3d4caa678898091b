// Actions on a version: restore, open as a new workflow, download.
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { exportWorkflow, safeFileName, workflowText } from '../../../../engine/workflow/file/export.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { saveTextFile } from '../../../lib/browser.ts';
import { storeHandedOver } from '../../../state/handed-over.ts';
import { useSettings } from '../../../state/settings.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { failureToast, toastShown } from '../../../state/toasts.ts';
import type { RequestFailure } from '../../../transport/transport.ts';
import { useConfirm } from '../../../ui/floating/confirm.tsx';

export interface VersionActions {
  /** Asks first. Resolves with the number of the new version; undefined if nothing was restored. */
  readonly restore: (version: WorkflowVersionView, newest: WorkflowVersionView) => Promise<number | undefined>;
  readonly openAsNew: (version: WorkflowVersionView, file: WorkflowFile) => void;
  readonly download: (version: WorkflowVersionView, file: WorkflowFile) => Promise<void>;
}

export function useVersionActions(workflowId: string): VersionActions {
  const { t } = useTranslation('versions');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { instanceId } = useSettings();
  const [send] = workflowsApi.useRestoreVersionMutation();
  const nameOf = ({ version, label }: WorkflowVersionView): string => label?.name ?? t('version', { version });
  return {
    restore: async (version, newest) => {
      const isAgreed = await confirm({
        title: t('restore.title', { version: nameOf(version) }),
        text: t('restore.text'),
        confirmLabel: t('restore.confirm'),
      });
      if (!isAgreed) return undefined;
      const { data, error } = await send({ params: { id: workflowId, version: version.version }, body: { version: newest.version } });
      if (data === undefined) {
        const isSaved = (error as RequestFailure | undefined)?.code === 'ACTIVATION_FAILED';
        return void dispatch(failureToast(t(isSaved ? 'restore.inactive' : 'restore.failed'), error));
      }
      dispatch(toastShown({ kind: 'success', title: t('restore.done', { version: nameOf(version), number: data.version }) }));
      return data.version;
    },
    openAsNew: (version, file) => {
      const { id: _id, active: _active, ...content } = file;
      const workflow = { ...content, name: `${version.name} (${nameOf(version)})` } as WorkflowFile;
      void navigate('/workflow', { state: storeHandedOver({ type: 'workflow', workflow }) });
    },
    download: async (version, file) => {
      const text = workflowText(exportWorkflow({ ...file, id: workflowId }, { instanceId }));
      await saveTextFile(`${safeFileName(`${version.name} ${nameOf(version)}`)}.json`, text);
    },
  };
}
