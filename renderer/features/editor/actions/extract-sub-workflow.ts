// Converts the selected nodes to a saved workflow, and replaces them with a node that calls it.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { workflowToSave } from '../../../../engine/workflow/file/export.ts';
import {
  extractSubWorkflow as extract,
  type ExtractedSubWorkflow,
  type ExtractionProblem,
} from '../../../../engine/workflow/references/extract-sub-workflow.ts';
import { isTriggerNode } from '../../../../engine/workflow/planning/start-node.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { failureText } from '../../../state/toasts.ts';
import { edgeId } from '../document/edge-ids.ts';
import { editorActions } from '../document/editor-slice.ts';
import { change } from './change.ts';
import type { EditorStore, Messages, NodeCatalog } from './context.ts';

/**
 * A single undo step here; the new workflow stays. If the selection cannot be extracted, explains why and selects the connections that prevent
 * it.
 */
export async function extractSubWorkflow(context: EditorStore & Messages & NodeCatalog): Promise<void> {
  const { editor, dispatch, types, ui, t } = context;
  const { visit, selection, history } = editor();
  const file = history.present;
  const name = newName(file, selection, t('untitled'));
  const extraction = attempt(context, file, name, selection);
  if (extraction === undefined) return;
  if ('reason' in extraction) {
    reject(context, file, extraction);
    return;
  }
  const { staticData: _state, id: _id, active: _active, tags: _tags, ...body } = workflowToSave(extraction.file, types());
  const { data, error } = await dispatch(workflowsApi.endpoints.createWorkflow.initiate({ body }));
  if (data === undefined) {
    ui.notify({ kind: 'error', title: t('subWorkflow.failed'), message: failureText(error) });
    return;
  }
  const link = { label: t('subWorkflow.open'), to: `/workflow/${data.id}` };
  if (editor().visit !== visit || editor().history.present !== file) {
    ui.notify({ kind: 'warning', title: t('subWorkflow.changed'), message: t('subWorkflow.changedText', { name }), link, isSticky: true });
    return;
  }
  const { file: caller, callId } = extraction.callerOf(data.id);
  if (change(context, 'subWorkflow', () => ({ file: caller, selection: [callId] })))
    ui.notify({ kind: 'success', title: t('subWorkflow.done', { name }), message: t('subWorkflow.doneText'), link });
}

function attempt(
  { types, newId, ui, t }: EditorStore & Messages & NodeCatalog,
  file: WorkflowFile,
  name: string,
  ids: readonly string[],
): ExtractedSubWorkflow | ExtractionProblem | undefined {
  const names = new Set(file.nodes.filter(({ id = '' }) => ids.includes(id)).map((node) => node.name));
  try {
    return extract(file, names, {
      name,
      newId,
      isTrigger: (node) => isTriggerNode(node, types()),
      outputCount: ({ type, typeVersion }) => {
        const outputs = types().description(type, typeVersion)?.outputs;
        return Array.isArray(outputs) ? outputs.length : Number.POSITIVE_INFINITY;
      },
    });
  } catch (error) {
    ui.notify({ kind: 'error', title: t('subWorkflow.failed'), message: failureText(error) });
    return undefined;
  }
}

function reject(
  { editor, dispatch, ui, t }: EditorStore & Messages,
  file: WorkflowFile,
  { reason, nodes, edges }: ExtractionProblem,
): void {
  const names = nodes.map((name) => `"${name}"`).join(', ');
  ui.notify({
    kind: 'warning',
    title: t('subWorkflow.refused'),
    message: t(`subWorkflow.reason.${reason}`, { names }),
    key: 'subWorkflow',
  });
  if (edges.length > 0)
    dispatch(editorActions.selectedWithEdges({ ids: editor().selection, edges: edges.map((edge) => edgeId(file, edge)) }));
}

/** Returns the name of the only node, or of the workflow and its first selected node. */
function newName({ name, nodes }: WorkflowFile, ids: readonly string[], untitled: string): string {
  const selected = nodes.filter(({ id = '' }) => ids.includes(id));
  const [first] = selected.toSorted((left, right) => left.position[0] - right.position[0]);
  return selected.length === 1 && first !== undefined ? first.name : `${name ?? untitled}: ${first?.name ?? ''}`;
}
