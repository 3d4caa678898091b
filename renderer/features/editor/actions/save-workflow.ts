// Saves the workflow, and opens one (spec 3 §4.4).
import type { SavedWorkflow } from '../../../../engine/contract/rest/workflows.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { workflowToSave } from '../../../../engine/workflow/export.ts';
import { openWorkflow } from '../../../../engine/workflow/import.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { RequestFailure } from '../../../transport/index.ts';
import { editorActions } from '../document/editor-slice.ts';
import { withIds } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';

interface Answered {
  readonly data?: SavedWorkflow;
  readonly error?: RequestFailure;
}

/** Answers whether it is saved now. */
export async function saveWorkflow(context: EditorContext, overwrites = false): Promise<boolean> {
  const { editor, dispatch, types, ui, t } = context;
  const { history, id, version, status, mode, tags } = editor();
  if (mode !== 'edit' || status !== 'ready') return false;
  const sent = history.present;
  dispatch(editorActions.saving());
  const { staticData: _state, id: _id, active: _active, tags: _tags, ...content } = workflowToSave(sent, types());
  const body = { ...content, tags: [...tags], ...(version === undefined ? {} : { version }) };
  const request =
    id === undefined
      ? workflowsApi.endpoints.createWorkflow.initiate({ body })
      : workflowsApi.endpoints.updateWorkflow.initiate({ params: { id }, query: overwrites ? { forceSave: true } : {}, body });
  const { data, error } = (await dispatch(request)) as Answered;
  if (data !== undefined) {
    dispatch(editorActions.savedOnServer({ ...known(data), sent, at: Date.now() }));
    if (id === undefined) ui.goTo(`/workflow/${data.id}`, { replaces: true, isSaved: true });
    return true;
  }
  dispatch(editorActions.saveFailed());
  if (error?.code === 'WORKFLOW_CHANGED') return resolveConflict(context);
  ui.notify({ kind: 'error', title: t('save.failed'), message: [error?.message, error?.hint].filter(Boolean).join(' ') });
  return false;
}

/** Somebody else saved meanwhile: open theirs, or save over it. */
async function resolveConflict(context: EditorContext): Promise<boolean> {
  const { ui, t, editor } = context;
  const answer = await ui.ask({
    title: t('save.conflictTitle'),
    message: t('save.conflict'),
    confirm: t('save.overwrite'),
    other: t('save.openTheirs'),
    isDangerous: true,
  });
  if (answer === 'confirm') return saveWorkflow(context, true);
  const { id } = editor();
  if (answer === 'other' && id !== undefined) await openSaved(context, id);
  return false;
}

const known = ({ id, name, version, active, tags }: SavedWorkflow) => ({
  id,
  name,
  version,
  isActive: active,
  tags: tags.map((tag) => tag.id),
});

/** Opens a saved workflow; answers whether there is such a one. */
export async function openSaved({ dispatch, ui, t, newId }: EditorContext, id: string): Promise<boolean> {
  dispatch(editorActions.opening());
  dispatch(runActions.dataCleared());
  const { data, error } = (await dispatch(
    workflowsApi.endpoints.getWorkflow.initiate({ params: { id } }, { forceRefetch: true, subscribe: false }),
  )) as Answered;
  if (data === undefined) {
    const isUnknown = error?.status === 404;
    ui.notify({ kind: 'error', title: isUnknown ? t('open.notFound') : t('open.failed'), message: isUnknown ? undefined : error?.message });
    return false;
  }
  dispatch(editorActions.opened({ ...known(data), workflow: withIds(fileOf(data), newId) }));
  return true;
}

/** Opens a new workflow under a free name. */
export async function openNew({ dispatch, t }: EditorContext): Promise<void> {
  dispatch(editorActions.opening());
  dispatch(runActions.dataCleared());
  const { data } = (await dispatch(
    workflowsApi.endpoints.newWorkflowName.initiate({ query: {} }, { forceRefetch: true, subscribe: false }),
  )) as {
    data?: { name: string };
  };
  const workflow: WorkflowFile = { name: data?.name ?? t('untitled'), nodes: [], connections: {}, settings: { executionOrder: 'v1' } };
  dispatch(editorActions.opened({ workflow }));
}

/** The file within an answer. */
function fileOf(saved: SavedWorkflow): WorkflowFile {
  const {
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ownedBy: _owner,
    tags: _tags,
    ...file
  } = saved as SavedWorkflow & Record<string, unknown>;
  return openWorkflow(file);
}
