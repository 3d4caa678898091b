// Copies as text: JSON with nodes and connections, which other windows and other installations understand (spec 3 §4.10).
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { openWorkflow } from '../../../../engine/workflow/import.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { Point } from '../canvas/index.ts';
import { addCopies, extract, withIds } from '../document/operations.ts';
import { reuseLimited } from '../document/reuse-limited.ts';
import { change } from './change.ts';
import type { EditorContext } from './context.ts';
import { matchCredentials, type KnownCredential } from './match-credentials.ts';

/** The chosen nodes as text; undefined when none are. */
export function copiedText({ editor, instanceId }: EditorContext): string | undefined {
  const { history, selection } = editor();
  if (selection.length === 0) return undefined;
  return JSON.stringify({ meta: { instanceId: instanceId() }, ...extract(history.present, selection) }, undefined, 2);
}

/** What a text holds, where it is a workflow or a part of one. */
export function pastedWorkflow(text: string): WorkflowFile | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.includes('"nodes"') || !trimmed.includes('"connections"')) return undefined;
  try {
    return openWorkflow(JSON.parse(trimmed));
  } catch {
    return undefined;
  }
}

const isWorkflowUrl = (text: string): boolean => /^https?:\/\/\S+\.json$/i.test(text.trim());

/** Takes a text in: a workflow, or an address of one, which is asked about first. Answers whether it was either. */
export async function paste(context: EditorContext, text: string, at?: Point): Promise<boolean> {
  const { ui, t } = context;
  const workflow = pastedWorkflow(text);
  if (workflow !== undefined) {
    await insert(context, workflow, at);
    return true;
  }
  if (!isWorkflowUrl(text)) return false;
  const answer = await ui.ask({
    title: t('import.fromUrlTitle'),
    message: t('import.fromUrlQuestion', { url: text.trim() }),
    confirm: t('import.confirm'),
  });
  if (answer === 'confirm') await importFromUrl(context, text.trim());
  return true;
}

/** Adds the nodes of a workflow; to an empty one that was never saved, its name and settings too. */
export async function insert(context: EditorContext, given: WorkflowFile, at?: Point): Promise<void> {
  const { newId, types, ui, t } = context;
  const workflow = await withOwnCredentials(context, given);
  const mostOf = (node: WorkflowFile['nodes'][number]): number | undefined => types().description(node.type, node.typeVersion)?.maxNodes;
  let left: readonly string[] = [];
  change(context, 'paste', (file) => {
    const isWhole = file.nodes.length === 0 && at === undefined;
    const { file: all, ids } = isWhole ? whole(file, workflow, newId) : addCopies(file, workflow, at, newId);
    const limited = reuseLimited(all, new Set(ids), mostOf);
    left = limited.reused;
    const there = new Set(limited.file.nodes.map(({ id }) => id));
    return isWhole ? limited.file : { file: limited.file, selection: ids.filter((id) => there.has(id)) };
  });
  if (left.length > 0) ui.notify({ kind: 'warning', title: t('import.reused'), message: left.join(', ') });
}

/** A workflow in the place of an empty one; what the server knows of either stays as it is. */
function whole(
  file: WorkflowFile,
  given: WorkflowFile,
  newId: () => string,
): { readonly file: WorkflowFile; readonly ids: readonly string[] } {
  const { id: _id, active: _active, tags: _tags, versionId: _version, ...content } = given as WorkflowFile & Record<string, unknown>;
  const opened = withIds({ ...file, ...content } as WorkflowFile, newId);
  return { file: opened, ids: opened.nodes.flatMap(({ id }) => id ?? []) };
}

/** Asked for only where the nodes have any. */
async function withOwnCredentials({ dispatch }: EditorContext, workflow: WorkflowFile): Promise<WorkflowFile> {
  if (!workflow.nodes.some(({ credentials }) => credentials !== undefined)) return workflow;
  const { data } = (await dispatch(editorApi.endpoints.credentials.initiate(undefined, { forceRefetch: true, subscribe: false }))) as {
    data?: readonly KnownCredential[];
  };
  return data === undefined ? workflow : { ...workflow, nodes: workflow.nodes.map((node) => matchCredentials(node, data)) };
}

export async function importFromUrl(context: EditorContext, url: string): Promise<void> {
  const { dispatch, ui, t } = context;
  if (!isWorkflowUrl(url)) return ui.notify({ kind: 'error', title: t('import.invalidUrl') });
  const { data, error } = (await dispatch(workflowsApi.endpoints.workflowFromUrl.initiate({ query: { url } }, { forceRefetch: true }))) as {
    data?: WorkflowFile;
    error?: { message: string };
  };
  if (data === undefined) ui.notify({ kind: 'error', title: t('import.failed'), message: error?.message });
  else await insert(context, openWorkflow(data));
}

export async function importFile(context: EditorContext, file: File): Promise<void> {
  const { ui, t } = context;
  const workflow = pastedWorkflow(await file.text());
  if (workflow === undefined)
    ui.notify({ kind: 'error', title: t('import.failed'), message: t('import.notWorkflow', { name: file.name }) });
  else await insert(context, workflow);
}
