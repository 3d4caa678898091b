// Clipboard and import: nodes and connections as JSON, which other windows and installations understand.
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { openWorkflow, readWorkflow } from '../../../../engine/workflow/file/import.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { storeHandedOver } from '../../../state/handed-over.ts';
import { failureText } from '../../../state/toasts.ts';
import { GRID } from '../canvas/index.ts';
import { addCopies, extract, withNewIds } from '../document/operations.ts';
import { reuseLimited, type Reused } from '../document/reuse-limited.ts';
import { nodeSizes } from '../view/node-size.ts';
import { unknownType } from '../view/type-look.ts';
import { nodesOfUnknownType } from '../view/type-lookup.ts';
import { change } from './change.ts';
import type { EditorContext, EditorStore, Instance, Messages, NodeCatalog, Panels } from './context.ts';
import { boxAround, freePlace } from './free-place.ts';

/** Returns the selected nodes as text; undefined if none are selected. */
export function copiedText({ editor, instanceId }: EditorStore & Instance): string | undefined {
  const { history, selection } = editor();
  if (selection.length === 0) return undefined;
  return stringifyExactly({ meta: { instanceId: instanceId() }, ...extract(history.present, selection) }, 2);
}

/** Whether text appears to be a workflow or a part of one, valid or not. */
function isWorkflowText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && trimmed.includes('"nodes"') && trimmed.includes('"connections"');
}

/** Returns the workflow in a text; reports why if there is none. */
function readText({ ui, t }: Messages, text: string): WorkflowFile | undefined {
  try {
    return readWorkflow(text).file;
  } catch (error) {
    ui.notify({ kind: 'error', title: t('import.failed'), message: failureText(error) });
    return undefined;
  }
}

/** Whether this is a workflow of its own, as opposed to copied nodes, which have no name. */
const isWhole = ({ name }: WorkflowFile): boolean => typeof name === 'string' && name !== '';

const isWorkflowUrl = (text: string): boolean => /^https?:\/\/\S+\.json$/i.test(text.trim());

/** Pastes text: a workflow, or after confirmation the workflow at a URL. Returns whether the text was either. */
export async function paste(context: EditorContext, text: string): Promise<boolean> {
  const { ui, t, editor } = context;
  if (isWorkflowText(text)) {
    const workflow = readText(context, text);
    if (workflow !== undefined) await (isWhole(workflow) ? importWorkflow(context, workflow) : insert(context, workflow));
    return true;
  }
  if (!isWorkflowUrl(text)) return false;
  const response = await ui.ask({
    title: t('import.fromUrlTitle'),
    message: t(editor().history.present.nodes.length === 0 ? 'import.fromUrlQuestion' : 'import.fromUrlNext', { url: text.trim() }),
    confirm: t('import.confirm'),
  });
  if (response === 'confirm') await importFromUrl(context, text.trim());
  return true;
}

/** Imports a workflow. If the open one has nodes, asks whether to add it there, to replace them, or to open it as a new one. */
export async function importWorkflow(context: EditorContext, workflow: WorkflowFile): Promise<void> {
  const { editor, ui, t } = context;
  const { visit, mode, history } = editor();
  if (mode === 'edit' && history.present.nodes.length > 0) {
    const { reused } = added(context, history.present, workflow);
    const name = isWhole(workflow) ? workflow.name : undefined;
    const response = await ui.ask({
      title: name === undefined ? t('import.whereUnnamed') : t('import.where', { name }),
      message: [t('import.whereQuestion'), ...(reused.length === 0 ? [] : [t('import.ifAdded')]), ...reusedTexts(context, reused)].join(
        ' ',
      ),
      confirm: t('import.addHere'),
      other: t('import.openAsNew'),
      another: t('import.replace'),
    });
    if (editor().visit !== visit) return;
    if (response === 'other') return ui.goTo('/workflow', { brings: storeHandedOver({ type: 'workflow', workflow }) });
    if (response === 'another') return replaceBy(context, workflow);
    if (response !== 'confirm') return;
  }
  if (await insert(context, workflow)) notifyImported(context, workflow);
}

/** Replaces the content of the open workflow in one undo step, after the user has seen what changes. */
async function replaceBy(context: EditorContext, original: WorkflowFile): Promise<void> {
  const { editor, newId, ui, t } = context;
  const { visit, history } = editor();
  const workflow = await withOwnCredentials(context, original);
  if (editor().visit !== visit) return;
  const unknownZone = unknownZoneOf(workflow);
  const before = history.present;
  const after = replaced(before, unknownZone === undefined ? workflow : withoutZone(workflow), newId);
  if (!(await ui.agreeToReplacement({ before, after })) || editor().visit !== visit) return;
  if (!change(context, 'replaceAll', () => ({ file: after, selection: [] }))) return;
  requestAnimationFrame(() => context.canvas()?.zoomToFit());
  notifyImported(context, workflow);
  if (unknownZone !== undefined) ui.notify({ kind: 'warning', title: t('import.unknownZone', { zone: unknownZone }) });
}

/**
 * Returns the workflow with the content of another one. It keeps its name and the ids of the nodes that both have, and its settings if the other
 * workflow has none.
 */
function replaced(file: WorkflowFile, { nodes, connections, pinData, settings }: WorkflowFile, newId: () => string): WorkflowFile {
  const free = new Set(file.nodes.map(({ id }) => id));
  // An id is used once, also if the file has it twice.
  const own = nodes.map((node) => (node.id !== undefined && free.delete(node.id) ? node : withNewIds(node, newId)));
  const { pinData: _pinned, ...rest } = file;
  return { ...rest, nodes: own, connections, ...(pinData == null ? {} : { pinData }), ...(settings === undefined ? {} : { settings }) };
}

/** One sentence per node that is left out because only one of its type is allowed. */
const reusedTexts = ({ t }: Messages, reused: readonly Reused[]): readonly string[] =>
  reused.slice(0, NAMED).map(({ name, by }) => t('import.reusedBy', { name, by }));

/** Space between copies and the nodes beside them. */
const BESIDE = GRID * 4;

interface Added {
  readonly file: WorkflowFile;
  readonly ids: readonly string[];
  readonly reused: readonly Reused[];
}

/** Returns the workflow with the nodes of another one: near the center of the view, beside what is there. */
function added(context: EditorStore & NodeCatalog & Panels, file: WorkflowFile, copied: WorkflowFile): Added {
  const { canvas, types, newId } = context;
  const sizeOf = nodeSizes(copied, types());
  const box = boxAround(copied.nodes, sizeOf);
  const centre = canvas()?.centre();
  const middle = centre === undefined ? box : { ...box, x: centre.x - box.width / 2, y: centre.y - box.height / 2 };
  const at = file.nodes.length === 0 ? undefined : freePlace(file, middle, { sizeOf: nodeSizes(file, types()), beside: BESIDE });
  const { file: all, ids } = addCopies(file, copied, at, newId);
  const pasted = withinLimits(context, all, ids);
  // Names of left-out copies would mean nothing to the user.
  const nameOf = new Map(all.nodes.map(({ id, name }) => [id, name]));
  const former = new Map(ids.map((id, index) => [nameOf.get(id), copied.nodes[index]?.name]));
  return { ...pasted, reused: pasted.reused.map(({ name, by }) => ({ name: former.get(name) ?? name, by })) };
}

function withinLimits({ types }: NodeCatalog, file: WorkflowFile, ids: readonly string[]): Added {
  const limited = reuseLimited(file, new Set(ids), ({ type, typeVersion }) => types().description(type, typeVersion)?.maxNodes);
  const there = new Set(limited.file.nodes.map(({ id }) => id));
  return { ...limited, ids: ids.filter((id) => there.has(id)) };
}

/** Inserts the nodes of a workflow; if the open workflow is empty and unsaved, also its name and settings. Returns whether it succeeded. */
export async function insert(context: EditorContext, original: WorkflowFile): Promise<boolean> {
  const { editor, newId, ui, t } = context;
  const { visit } = editor();
  const workflow = await withOwnCredentials(context, original);
  // Another workflow has been opened meanwhile, so nothing is inserted.
  if (editor().visit !== visit) return false;
  const wasEmpty = editor().history.present.nodes.length === 0;
  const isWhole = wasEmpty && editor().id === undefined;
  const unknownZone = isWhole ? unknownZoneOf(workflow) : undefined;
  let insertion: Added | undefined;
  const isDone = change(context, 'paste', (file) => {
    if (isWhole) {
      const { file: all, ids } = whole(file, unknownZone === undefined ? workflow : withoutZone(workflow), newId);
      return (insertion = withinLimits(context, all, ids)).file;
    }
    const { file: next, ids } = (insertion = added(context, file, workflow));
    return { file: next, selection: ids };
  });
  if (!isDone || insertion === undefined) return false;
  const { ids, reused } = insertion;
  // After rendering, since the nodes may be anywhere.
  requestAnimationFrame(() => (wasEmpty ? context.canvas()?.zoomToFit() : context.canvas()?.bringIntoView(...ids)));
  if (reused.length > 0) {
    const title = t(reused.length === 1 ? 'import.reused.one' : 'import.reused.other', { count: reused.length });
    const names = reused.length > NAMED ? { details: reused.map(({ name }) => name).join('\n') } : {};
    ui.notify({ kind: 'warning', title, message: reusedTexts(context, reused).join(' '), ...names });
  }
  if (unknownZone !== undefined) ui.notify({ kind: 'warning', title: t('import.unknownZone', { zone: unknownZone }) });
  return true;
}

/** Maximum number of missing types listed in the notice; its details list all of them. */
const NAMED = 5;

/** Key of the notice about node types that are not installed. */
export const MISSING_TYPES = 'missing types';

/** Reports the number of imported nodes, and the node types that are not installed. */
function notifyImported({ ui, t, types }: Messages & NodeCatalog, { nodes }: WorkflowFile): void {
  const importedNodes = nodes.filter(({ type }) => type !== stickyNoteType);
  const missing = nodesOfUnknownType(nodes, types());
  const title = t(importedNodes.length === 1 ? 'import.done.one' : 'import.done.other', { count: importedNodes.length });
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
    key: MISSING_TYPES,
  });
}

/** Returns the workflow's time zone if it is invalid and would prevent saving. */
function unknownZoneOf({ settings }: WorkflowFile): string | undefined {
  const zone: unknown = settings?.timezone ?? '';
  if (zone === '' || zone === 'DEFAULT') return undefined;
  try {
    if (typeof zone === 'string') return void new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    // The failure is reported below.
  }
  return displayText(zone);
}

function withoutZone(workflow: WorkflowFile): WorkflowFile {
  const { timezone: _zone, ...settings } = workflow.settings ?? {};
  return { ...workflow, settings };
}

/** Returns a workflow that replaces an empty one; server-side properties of both stay unchanged. Its nodes get new ids. */
function whole(
  file: WorkflowFile,
  original: WorkflowFile,
  newId: () => string,
): { readonly file: WorkflowFile; readonly ids: readonly string[] } {
  const { id: _id, active: _active, tags: _tags, versionId: _version, ...content } = original as WorkflowFile & Record<string, unknown>;
  const nodes = original.nodes.map((node) => withNewIds(node, newId));
  return { file: { ...file, ...content, nodes } as WorkflowFile, ids: nodes.map(({ id }) => id) };
}

/** Requests the credentials only if a node has any. */
async function withOwnCredentials({ dispatch }: EditorStore, workflow: WorkflowFile): Promise<WorkflowFile> {
  if (!workflow.nodes.some(({ credentials }) => credentials !== undefined)) return workflow;
  const { data } = await dispatch(editorApi.endpoints.credentials.initiate(undefined, { forceRefetch: true, subscribe: false }));
  return data === undefined
    ? workflow
    : {
        ...workflow,
        nodes: workflow.nodes.map((node) =>
          matchCredentials(
            node,
            data.filter(({ permissions }) => permissions.use),
          ),
        ),
      };
}

export async function importFromUrl(context: EditorContext, url: string): Promise<void> {
  const { dispatch, ui, t } = context;
  if (!isWorkflowUrl(url)) return ui.notify({ kind: 'error', title: t('import.invalidUrl') });
  const { data, error } = await dispatch(workflowsApi.endpoints.workflowFromUrl.initiate({ query: { url } }, { forceRefetch: true }));
  if (data === undefined) return ui.notify({ kind: 'error', title: t('import.failed'), message: error?.message });
  await importWorkflow(context, openWorkflow(data));
}

export async function importFile(context: EditorContext, file: File): Promise<void> {
  const workflow = readText(context, await file.text());
  if (workflow !== undefined) await importWorkflow(context, workflow);
}

interface KnownCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

type Reference = NonNullable<WorkflowNode['credentials']>[string];

/** Returns the node with matched credentials. An unmatched reference stays, so that the issue shows which credential is missing. */
export function matchCredentials(node: WorkflowNode, ownCredentials: readonly KnownCredential[]): WorkflowNode {
  if (!isRecord(node.credentials)) return node;
  const matched = Object.entries(node.credentials).map(
    ([type, reference]) => [type, matchedReference(type, reference, ownCredentials)] as const,
  );
  const isSame = matched.every(([type, reference]) => node.credentials?.[type] === reference);
  return isSame ? node : { ...node, credentials: Object.fromEntries(matched) };
}

function matchedReference(type: string, reference: Reference, ownCredentials: readonly KnownCredential[]): Reference {
  const ofType = ownCredentials.filter((credential) => credential.type === type);
  // Files may contain any value.
  if (typeof reference !== 'string' && !isRecord(reference)) return reference;
  const { id, name } = typeof reference === 'string' ? { id: undefined, name: reference } : reference;
  if (ofType.some((credential) => credential.id === id)) return reference;
  const [first, ...otherCredentials] = ofType.filter((credential) => credential.name === name);
  return first === undefined || otherCredentials.length > 0 ? reference : { id: first.id, name: first.name };
}
