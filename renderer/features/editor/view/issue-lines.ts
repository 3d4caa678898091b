// The issues of nodes as text for notices.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { issueTexts, type NodeIssues } from '../../../../engine/workflow/issues/node-issues.ts';

/** Returns a line per node: the first three as the message, all as the details. */
export function issueLines(issues: ReadonlyMap<string, NodeIssues>, { nodes }: WorkflowFile, types: NodeTypeLookup) {
  const lines = [...issues].map(([name, nodeIssues]) => {
    const node = nodes.find((each) => each.name === name) ?? { type: '', typeVersion: 1 };
    return `${name}: ${issueTexts(nodeIssues, node, types).join(' ')}`;
  });
  return { message: lines.slice(0, 3).join('\n'), details: lines.join('\n') };
}
