// Actions on workflows of the list, one or several, and their notifications.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import type { WorkflowFile } from '../../../engine/contract/workflow.ts';
import { exportWorkflow, safeFileName, workflowText } from '../../../engine/workflow/file/export.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { saveTextFile } from '../../lib/browser.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { withoutMetadata } from './copy-of.ts';

type Some = readonly ListedWorkflow[];

export interface WorkflowActions {
  /** Saves one file per workflow. */
  exportThese(workflows: Some): Promise<void>;
  activate(workflows: Some, isActive: boolean): Promise<void>;
  /** Archives or restores. */
  archive(workflows: Some, isArchived: boolean): Promise<void>;
  /** Adds tags and removes others, by their ids. */
  tag(workflows: Some, added: readonly string[], removed: readonly string[]): Promise<void>;
  /** Asks first, and explains what happens to the executions. */
  remove(workflows: Some): Promise<void>;
}

export function useWorkflowActions(): WorkflowActions {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const { instanceId } = useSettings();
  const [read] = workflowsApi.useLazyGetWorkflowQuery();
  const [update] = workflowsApi.useUpdateWorkflowMutation();
  const [remove] = workflowsApi.useDeleteWorkflowMutation();
  const [countOpen] = workflowsApi.useLazyWorkflowDeletionQuery();
  const each = useEach();
  const done = (title: string): void => void dispatch(toastShown({ kind: 'success', title }));
  const change = async (workflows: Some, changes: { active?: boolean; isArchived?: boolean }, failed: string, succeeded: string) => {
    const count = await each(workflows, ({ id }) => update({ params: { id }, query: {}, body: changes }), failed);
    if (count > 0) done(t(succeeded as 'done.archived', { count, name: workflows[0]?.name ?? '' }));
  };
  return {
    exportThese: async (workflows) => {
      const save = async ({ id }: ListedWorkflow): Promise<{ error?: unknown }> => {
        const { data, error } = await read({ params: { id } });
        if (data === undefined) return { error };
        const file = exportWorkflow({ ...withoutMetadata(data as WorkflowFile), id }, { instanceId });
        await saveTextFile(`${safeFileName(data.name)}.json`, workflowText(file));
        return {};
      };
      await each(workflows, save, 'failed.export');
    },
    activate: (workflows, active) =>
      active
        ? change(workflows, { active }, 'activation.failed', 'done.activated')
        : change(workflows, { active }, 'activation.offFailed', 'done.deactivated'),
    archive: (workflows, isArchived) =>
      isArchived
        ? change(workflows, { isArchived }, 'failed.archive', 'done.archived')
        : change(workflows, { isArchived }, 'failed.restore', 'done.restored'),
    tag: async (workflows, added, removed) => {
      const tagOne = ({ id, tags }: ListedWorkflow) => {
        const ids = new Set([...tags.map((tag) => tag.id), ...added]);
        return update({ params: { id }, query: {}, body: { tags: [...ids].filter((tagId) => !removed.includes(tagId)) } });
      };
      const count = await each(workflows, tagOne, 'failed.tag');
      if (count > 0) done(t('done.tagged', { count, name: workflows[0]?.name ?? '' }));
    },
    remove: async (workflows) => {
      const open = await Promise.all(workflows.map(async ({ id }) => (await countOpen({ params: { id } })).data));
      const isAgreed = await confirm({
        title: t('delete.title', { count: workflows.length }),
        text: question(t, workflows, open),
        confirmLabel: t('delete.confirm', { count: workflows.length }),
        isDangerous: true,
      });
      if (!isAgreed) return;
      const count = await each(workflows, ({ id }) => remove({ params: { id } }), 'failed.delete');
      if (count > 0) done(t('done.deleted', { count, name: workflows[0]?.name ?? '' }));
    },
  };
}

/** Returns a function that changes one workflow after another, so that a failure names its workflow, and resolves with the number of successes. */
function useEach() {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  return async (workflows: Some, work: (workflow: ListedWorkflow) => Promise<{ error?: unknown }>, failed: string): Promise<number> => {
    let count = 0;
    for (const workflow of workflows) {
      const { error } = await work(workflow);
      if (error === undefined) count++;
      else dispatch(failureToast(t(failed as 'failed.archive', { name: workflow.name }), error));
    }
    return count;
  };
}

/** Number of executions that have not ended; undefined if it could not be loaded. */
type OpenExecutions = { readonly queued: number; readonly waiting: number; readonly running: number } | undefined;

function question(t: TFunction<'workflows'>, workflows: Some, open: readonly OpenExecutions[]): string {
  const sum = (field: 'queued' | 'waiting' | 'running'): number => open.reduce((total, counts) => total + (counts?.[field] ?? 0), 0);
  const [stopped, running] = [sum('queued') + sum('waiting'), sum('running')];
  return [
    t('delete.text', { count: workflows.length, name: workflows[0]?.name ?? '' }),
    ...(stopped === 0 ? [] : [t('delete.stopped', { count: stopped })]),
    ...(running === 0 ? [] : [t('delete.running', { count: running })]),
  ].join(' ');
}
