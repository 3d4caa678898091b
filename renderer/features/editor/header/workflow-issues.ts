// Issues of a workflow's nodes that prevent its activation.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { CredentialLookup } from '../../../../engine/workflow/credential-issues.ts';
import { nodeIssues, type NodeIssues } from '../../../../engine/workflow/node-issues.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { pinnedItems } from '../../../../engine/workflow/pin-data.ts';

/** Issues by node name. */
export function workflowIssues(file: WorkflowFile, types: NodeTypeLookup, credentials?: CredentialLookup): ReadonlyMap<string, NodeIssues> {
  return new Map(
    file.nodes.flatMap((node) => {
      const found = nodeIssues(node, types, {
        isPinned: pinnedItems(file, node.name) !== undefined,
        ...(credentials === undefined ? {} : { credentials }),
      });
      return found === undefined ? [] : [[node.name, found] as const];
    }),
  );
}
