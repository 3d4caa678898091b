// Opens the test form of a form trigger once it is listening.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { nodesToRun } from '../../../../engine/workflow/issues/node-issues.ts';
import { completeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { ownPreview } from '../view/describe-node.ts';
import { webhookAddresses } from '../view/webhook-addresses.ts';
import type { EditorContext } from './context.ts';

/** Returns the URL of the form that a run up to a node (by name), or of the whole workflow, waits for; undefined if it waits for another event. */
function testFormOf({ editor, types, endpoints: known }: EditorContext, destination: string | undefined): string | undefined {
  const { history, id: workflowId } = editor();
  const endpoints = known();
  if (endpoints === undefined || workflowId === undefined) return undefined;
  const graph = new WorkflowGraph(history.present);
  const formsOf = (node: WorkflowNode): readonly string[] => {
    const description = types().description(node.type, node.typeVersion);
    if (description === undefined) return [];
    const parameters = completeParameters((node.parameters ?? {}) as JsonObject, node, description);
    const evaluate = (text: string): ExpressionPreview => ownPreview(text, node, parameters);
    return webhookAddresses({ workflowId, node, description, endpoints, evaluate })
      .filter(({ isForm, isResume }) => isForm && !isResume)
      .map(({ test }) => test);
  };
  return [...nodesToRun(graph, types(), destination)].flatMap((name) => {
    const node = graph.node(name);
    return node === undefined || node.disabled === true ? [] : formsOf(node);
  })[0];
}

export function openTestForm(context: EditorContext, destination: string | undefined): void {
  const address = testFormOf(context, destination);
  if (address !== undefined) context.ui.openPage(address);
}
