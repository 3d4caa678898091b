// Builds workflows for tests from a short notation: nodes by name, and lines that connect them.
import { Principal, type AdmittedWorkflow } from '../execution/index.ts';
import type { WorkflowFile, WorkflowNode, WorkflowSettings } from '../contract/workflow.ts';

/** `From -> To`, or `From:1 -> To:0` for output 1 and input 0. */
export type Line = string;

export type NodeSketch = Partial<WorkflowNode> & { readonly type: string };

/** Builds a workflow. Nodes without a position are placed in a row, 200 apart; types without a package name are core nodes. */
export function buildWorkflow(
  nodes: Readonly<Record<string, NodeSketch>>,
  lines: readonly Line[],
  more: Partial<WorkflowFile> & { settings?: WorkflowSettings } = {},
): WorkflowFile {
  const connections = Object.create(null) as WorkflowFile['connections'];
  for (const line of lines) {
    const [from = '', to = ''] = line.split(' -> ');
    const [source = '', output = '0'] = from.split(':');
    const [target = '', input = '0'] = to.split(':');
    const outputs = (connections[source] ??= { main: [] })['main'] as ({ node: string; type: string; index: number }[] | null)[];
    while (outputs.length <= Number(output)) outputs.push([]);
    outputs[Number(output)]?.push({ node: target, type: 'main', index: Number(input) });
  }
  return {
    id: 'test',
    name: 'Test',
    connections,
    settings: { executionOrder: 'v1' },
    ...more,
    nodes: Object.entries(nodes).map(([name, sketch], index) => ({
      id: `id-${index}`,
      name,
      typeVersion: undefined as unknown as number,
      position: [index * 200, 0],
      parameters: {},
      ...sketch,
      type: sketch.type.includes('.') ? sketch.type : `n8n-nodes-base.${sketch.type}`,
    })),
  };
}

export const trigger: NodeSketch = { type: 'manualTrigger' };
export const noOp: NodeSketch = { type: 'noOp' };

export const chain = buildWorkflow({ T: trigger, A: noOp, B: noOp, C: noOp, Side: noOp }, ['T -> A', 'A -> B', 'B -> C', 'A -> Side']);
export const merged = buildWorkflow({ T: trigger, A: noOp, B: noOp, M: { type: 'merge' }, End: noOp }, [
  'T -> A',
  'T -> B',
  'A -> M:0',
  'B -> M:1',
  'M -> End',
]);
export const looped = buildWorkflow({ T: trigger, L: { type: 'splitInBatches' }, W: noOp, Done: noOp }, [
  'T -> L',
  'L:0 -> Done',
  'L:1 -> W',
  'W -> L',
]);
/** A manual and a schedule trigger, as in most real workflows. */
export const twoTriggers = buildWorkflow({ T: trigger, Clock: { type: 'errorTrigger' }, Prepare: noOp, A: noOp, B: noOp }, [
  'T -> A',
  'Clock -> Prepare',
  'Prepare -> A',
  'A -> B',
]);

/** A core node as files store it. Its name is also its id and the id of its webhooks. */
export const coreNode = (name: string, type: string, typeVersion: number, parameters: object): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  webhookId: name,
});

/** A workflow as the database returns it: it belongs to the instance owner. */
export const stored = (file: WorkflowFile): AdmittedWorkflow => ({
  file,
  principal: Principal.ofWorkflow({ id: String(file.id), ownerId: null }),
});

/** A workflow without any permissions. */
export const asNobody = (file: WorkflowFile): AdmittedWorkflow => ({ file, principal: Principal.nobody });

/** The workflow and the identity of a run, for requests: the workflow belongs to the instance owner. */
export const owned = (file: WorkflowFile): { readonly workflow: WorkflowFile; readonly principal: Principal } => ({
  workflow: file,
  principal: stored(file).principal,
});
