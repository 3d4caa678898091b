// Copies as text: JSON with nodes and connections, which other windows and other installations understand (spec 3 §4.10).
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { openWorkflow } from '../../../../engine/workflow/import.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { Point } from '../canvas/index.ts';
import { addCopies, extract, withIds } from '../document/operations.ts';
import { change } from './change.ts';
import type { EditorContext } from './context.ts';

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
    insert(context, workflow, at);
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
export function insert(context: EditorContext, workflow: WorkflowFile, at?: Point): void {
  const { editor, newId, types, ui, t } = context;
  const allowed = withinLimits(editor().history.present, workflow, types());
  if (allowed.left.length > 0) ui.notify({ kind: 'warning', title: t('import.reused'), message: allowed.left.join(', ') });
  change(context, 'paste', (file) => {
    if (file.nodes.length === 0 && at === undefined) {
      const {
        id: _id,
        active: _active,
        tags: _tags,
        versionId: _version,
        ...content
      } = allowed.workflow as WorkflowFile & Record<string, unknown>;
      return withIds({ ...file, ...content } as WorkflowFile, newId);
    }
    const { file: added, ids } = addCopies(file, allowed.workflow, at, newId);
    return { file: added, selection: ids };
  });
}

/** Types of which there may be only so many: the node that is there already takes the place of the copied one. */
function withinLimits(
  file: WorkflowFile,
  copied: WorkflowFile,
  types: ReturnType<EditorContext['types']>,
): { workflow: WorkflowFile; left: string[] } {
  const counts = new Map<string, number>();
  for (const { type } of file.nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const left: string[] = [];
  const nodes = copied.nodes.filter((node) => {
    const count = counts.get(node.type) ?? 0;
    const most = types.description(node.type, node.typeVersion)?.maxNodes;
    if (most !== undefined && count >= most) {
      left.push(node.name);
      return false;
    }
    counts.set(node.type, count + 1);
    return true;
  });
  return { workflow: left.length === 0 ? copied : { ...copied, nodes }, left };
}

export async function importFromUrl(context: EditorContext, url: string): Promise<void> {
  const { dispatch, ui, t } = context;
  if (!isWorkflowUrl(url)) return ui.notify({ kind: 'error', title: t('import.invalidUrl') });
  const { data, error } = (await dispatch(workflowsApi.endpoints.workflowFromUrl.initiate({ query: { url } }, { forceRefetch: true }))) as {
    data?: WorkflowFile;
    error?: { message: string };
  };
  if (data === undefined) ui.notify({ kind: 'error', title: t('import.failed'), message: error?.message });
  else insert(context, openWorkflow(data));
}

export async function importFile(context: EditorContext, file: File): Promise<void> {
  const { ui, t } = context;
  const workflow = pastedWorkflow(await file.text());
  if (workflow === undefined)
    ui.notify({ kind: 'error', title: t('import.failed'), message: t('import.notWorkflow', { name: file.name }) });
  else insert(context, workflow);
}
