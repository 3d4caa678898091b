// Saves and opens workflows.
import type { SavedWorkflow } from '../../../../engine/contract/rest/workflows.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { workflowToSave } from '../../../../engine/workflow/file/export.ts';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import { withIds } from '../../../../engine/workflow/references/node-names.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { failureText } from '../../../state/toasts.ts';
import { editorActions, isDirty } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import type { EditorContext, EditorStore, Messages } from './context.ts';
import { rememberedStart, rememberStart } from './start-trigger.ts';

/** `left`: another workflow has been opened meanwhile. */
type Outcome = 'saved' | 'conflict' | 'failed' | 'left';

/** The pending save, and its visit. */
const activeSaves = new WeakMap<EditorContext, { readonly visit: number; readonly outcome: Promise<Outcome> }>();

/** Returns whether everything is saved. Changes made during a save are saved by a second one. */
export async function saveWorkflow(context: EditorContext, overwrites = false): Promise<boolean> {
  const { editor } = context;
  const { visit } = editor();
  for (let before = activeSaves.get(context); before?.visit === visit; before = activeSaves.get(context)) {
    if ((await before.outcome) !== 'saved' || editor().visit !== visit) return false;
    if (!isDirty(editor())) return true;
  }
  if (editor().mode !== 'edit' || editor().status !== 'ready') return false;
  const sending = send(context, overwrites);
  activeSaves.set(context, { visit, outcome: sending });
  const outcome = await sending;
  return outcome === 'saved' || (outcome === 'conflict' && resolveConflict(context));
}

const folderErrors: ReadonlySet<string> = new Set(['FOLDER_NOT_FOUND', 'FOLDER_INVALID']);

async function send(context: EditorContext, overwrites: boolean): Promise<Outcome> {
  const { editor, dispatch, types, ui, t } = context;
  const { visit, history, id, version, tags, folderId } = editor();
  const sentFile = history.present;
  dispatch(editorActions.saving());
  const { staticData: _state, id: _id, active: _active, tags: _tags, ...content } = workflowToSave(sentFile, types());
  const body = { ...content, tags: [...tags], ...(version === undefined ? {} : { version }) };
  const { createWorkflow, updateWorkflow } = workflowsApi.endpoints;
  const create = (place: { readonly folderId?: string }) => dispatch(createWorkflow.initiate({ body: { ...body, ...place } }));
  let response = await (id === undefined
    ? create(folderId === undefined ? {} : { folderId })
    : dispatch(updateWorkflow.initiate({ params: { id }, query: overwrites ? { forceSave: true } : {}, body })));
  // The folder was deleted meanwhile, or belongs to another user.
  if (id === undefined && folderId !== undefined && folderErrors.has(response.error?.code ?? '')) response = await create({});
  const { data, error } = response;
  if (activeSaves.get(context)?.visit === visit) activeSaves.delete(context);
  if (editor().visit !== visit) return 'left';
  if (data !== undefined) {
    dispatch(editorActions.savedOnServer({ ...summaryOf(data), visit, sentFile, sentTags: tags, at: Date.now() }));
    const { startTrigger } = editor();
    if (id === undefined && startTrigger !== undefined) rememberStart(data.id, startTrigger);
    if (id === undefined) ui.goTo(`/workflow/${data.id}`, { replaces: true, isSaved: true });
    return 'saved';
  }
  dispatch(editorActions.saveFailed(visit));
  if (error?.code === 'WORKFLOW_CHANGED') return 'conflict';
  ui.notify({ kind: 'error', title: t('save.failed'), message: failureText(error) });
  return 'failed';
}

/** Another user or tab has saved meanwhile: offers to open that version, or to overwrite it. */
async function resolveConflict(context: EditorContext): Promise<boolean> {
  const { ui, t, editor } = context;
  const { visit, id } = editor();
  const response = await ui.ask({
    title: t('save.conflictTitle'),
    message: t('save.conflict'),
    confirm: t('save.overwrite'),
    other: t('save.openTheirs'),
    isDangerous: true,
  });
  if (editor().visit !== visit) return false;
  if (response === 'confirm') return saveWorkflow(context, true);
  if (response === 'other' && id !== undefined) await openSaved(context, id);
  return false;
}

const summaryOf = ({ id, name, version, active, tags, folderId, isArchived = false }: SavedWorkflow) => ({
  id,
  name,
  version,
  isActive: active,
  folderId,
  isArchived,
  tags: tags.map((tag) => tag.id),
});

/** Opens a saved workflow, unless another is opened meanwhile. If it is missing or cannot be loaded, the editor's status says so. */
export async function openSaved({ editor, dispatch, newId }: EditorStore, id: string): Promise<void> {
  dispatch(editorActions.opening());
  const { visit } = editor();
  dispatch(runActions.dataCleared());
  const { data, error } = await dispatch(
    workflowsApi.endpoints.getWorkflow.initiate({ params: { id } }, { forceRefetch: true, subscribe: false }),
  );
  if (editor().visit !== visit) return;
  if (data === undefined) return notOpened(dispatch, error);
  dispatch(editorActions.opened({ ...summaryOf(data), workflow: withIds(fileOf(data), newId), startTrigger: rememberedStart(data.id) }));
}

/** Shows why the workflow or execution at the address could not be opened. */
export const notOpened = (
  dispatch: EditorContext['dispatch'],
  error: (object & { readonly message?: string | undefined }) | undefined,
): void => void dispatch(isNotFound(error) ? editorActions.foundMissing() : editorActions.openFailed(failureText(error)));

/** Whether the response means that nothing exists at the address. */
export const isNotFound = (error: object | undefined): boolean => error !== undefined && 'status' in error && error.status === 404;

/** Opens a new workflow with a free name, which will be saved in the folder, unless another is opened meanwhile. */
export async function openNew({ editor, dispatch, t }: EditorStore & Messages, folderId?: string): Promise<void> {
  dispatch(editorActions.opening());
  const { visit } = editor();
  dispatch(runActions.dataCleared());
  const { data } = await dispatch(workflowsApi.endpoints.newWorkflowName.initiate({ query: {} }, { forceRefetch: true, subscribe: false }));
  if (editor().visit !== visit) return;
  const workflow: WorkflowFile = { name: data?.name ?? t('untitled'), nodes: [], connections: {}, settings: { executionOrder: 'v1' } };
  dispatch(editorActions.opened({ workflow, folderId }));
}

/** Returns the workflow file within a response. */
function fileOf(saved: SavedWorkflow): WorkflowFile {
  const {
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ownedBy: _owner,
    tags: _tags,
    folderId: _folder,
    isArchived: _archived,
    ...file
  } = saved as SavedWorkflow & Record<string, unknown>;
  return openWorkflow(file);
}
