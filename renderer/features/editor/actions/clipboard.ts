// Copies as text: JSON with nodes and connections, which other windows and other installations understand.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { openWorkflow, readWorkflow } from '../../../../engine/workflow/import.ts';
import { shownValue } from '../../../../engine/workflow/shown-value.ts';
import { stickyNoteType } from '../../../../engine/workflow/start-node.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { Point } from '../canvas/index.ts';
import { addCopies, extract, withNewIds } from '../document/operations.ts';
import { reuseLimited } from '../document/reuse-limited.ts';
import { unknownType } from '../view/unknown-type.ts';
import { change } from './change.ts';
import type { EditorContext } from './context.ts';
import { matchCredentials, type KnownCredential } from './match-credentials.ts';

/** The chosen nodes as text; undefined when none are. */
export function copiedText({ editor, instanceId }: EditorContext): string | undefined {
  const { history, selection } = editor();
  if (selection.length === 0) return undefined;
  return JSON.stringify({ meta: { instanceId: instanceId() }, ...extract(history.present, selection) }, undefined, 2);
}

/** Whether a text is meant as a workflow or a part of one, sound or not. */
function isWorkflowText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && trimmed.includes('"nodes"') && trimmed.includes('"connections"');
}

/** Adds the workflow in a text and returns it; says why if it cannot. */
async function insertText(context: EditorContext, text: string, at?: Point): Promise<WorkflowFile | undefined> {
  const { ui, t } = context;
  let workflow: WorkflowFile;
  try {
    workflow = readWorkflow(text).file;
  } catch (error) {
    const { message, hint } = error as { message?: string; hint?: string };
    ui.notify({ kind: 'error', title: t('import.failed'), message: [message, hint].filter(Boolean).join(' ') });
    return undefined;
  }
  return (await insert(context, workflow, at)) ? workflow : undefined;
}

const isWorkflowUrl = (text: string): boolean => /^https?:\/\/\S+\.json$/i.test(text.trim());

/** Takes a text in: a workflow, or an address of one, which is asked about first. Returns whether it was meant as either. */
export async function paste(context: EditorContext, text: string, at?: Point): Promise<boolean> {
  const { ui, t } = context;
  if (isWorkflowText(text)) {
    await insertText(context, text, at);
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

/** Adds the nodes of a workflow; to an empty one that was never saved, its name and settings too. Returns whether it could. */
export async function insert(context: EditorContext, given: WorkflowFile, at?: Point): Promise<boolean> {
  const { editor, newId, types, ui, t } = context;
  const { visit } = editor();
  const workflow = await withOwnCredentials(context, given);
  // Something else was opened meanwhile: nothing is put into that.
  if (editor().visit !== visit) return false;
  const mostOf = (node: WorkflowFile['nodes'][number]): number | undefined => types().description(node.type, node.typeVersion)?.maxNodes;
  const wasEmpty = editor().history.present.nodes.length === 0 && at === undefined;
  let left: readonly string[] = [];
  let unknownZone: string | undefined;
  const isDone = change(context, 'paste', (file) => {
    const isWhole = wasEmpty && editor().id === undefined;
    unknownZone = isWhole ? unknownZoneOf(workflow) : undefined;
    const { file: all, ids } = isWhole
      ? whole(file, unknownZone === undefined ? workflow : withoutZone(workflow), newId)
      : addCopies(file, workflow, at, newId);
    const limited = reuseLimited(all, new Set(ids), mostOf);
    left = limited.reused;
    const there = new Set(limited.file.nodes.map(({ id }) => id));
    return isWhole ? limited.file : { file: limited.file, selection: ids.filter((id) => there.has(id)) };
  });
  // Once it is drawn: it may stand anywhere.
  if (wasEmpty) requestAnimationFrame(() => context.canvas()?.zoomToFit());
  if (left.length > 0) ui.notify({ kind: 'warning', title: t('import.reused'), message: left.join(', ') });
  if (unknownZone !== undefined) ui.notify({ kind: 'warning', title: t('import.unknownZone', { zone: unknownZone }) });
  return isDone;
}

/** Names of missing types in the notice; all of them are in its details. */
const NAMED = 5;

/** Tells what an import brought, and which of its node types are not installed. */
function tellImported({ ui, t, types }: EditorContext, { nodes }: WorkflowFile): void {
  const given = nodes.filter(({ type }) => type !== stickyNoteType);
  const missing = given.filter(({ type, typeVersion }) => types().description(type, typeVersion) === undefined);
  const title = t(given.length === 1 ? 'import.done.one' : 'import.done.other', { count: given.length });
  if (missing.length === 0) return ui.notify({ kind: 'success', title });
  const missingTypes = [...new Set(missing.map(({ type }) => type))];
  const names = missingTypes.slice(0, NAMED).map((type) => unknownType(type).name);
  const more = missingTypes.length - names.length;
  ui.notify({
    kind: 'warning',
    title,
    message: t(missing.length === 1 ? 'import.missing.one' : 'import.missing.other', {
      count: missing.length,
      types: more > 0 ? t('import.more', { types: names.join(', '), count: more }) : names.join(', '),
    }),
    details: missingTypes.join('\n'),
    isSticky: true,
  });
}

/** A time zone that no workflow could be saved with, as text. */
function unknownZoneOf({ settings }: WorkflowFile): string | undefined {
  const zone: unknown = settings?.timezone ?? '';
  if (zone === '' || zone === 'DEFAULT') return undefined;
  try {
    if (typeof zone === 'string') return void new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    // Said below.
  }
  return shownValue(zone);
}

function withoutZone(workflow: WorkflowFile): WorkflowFile {
  const { timezone: _zone, ...settings } = workflow.settings ?? {};
  return { ...workflow, settings };
}

/** A workflow in the place of an empty one; what the server knows of either stays as it is. Its nodes get ids of their own. */
function whole(
  file: WorkflowFile,
  given: WorkflowFile,
  newId: () => string,
): { readonly file: WorkflowFile; readonly ids: readonly string[] } {
  const { id: _id, active: _active, tags: _tags, versionId: _version, ...content } = given as WorkflowFile & Record<string, unknown>;
  const nodes = given.nodes.map((node) => withNewIds(node, newId));
  return { file: { ...file, ...content, nodes } as WorkflowFile, ids: nodes.map(({ id }) => id) };
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
  if (data === undefined) return ui.notify({ kind: 'error', title: t('import.failed'), message: error?.message });
  const workflow = openWorkflow(data);
  if (await insert(context, workflow)) tellImported(context, workflow);
}

export async function importFile(context: EditorContext, file: File): Promise<void> {
  const workflow = await insertText(context, await file.text());
  if (workflow !== undefined) tellImported(context, workflow);
}
