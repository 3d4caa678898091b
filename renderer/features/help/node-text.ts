// Divides the hand-written documentation of a node into what is before its example, the example, and what is after.
import type { WorkflowFile } from '../../../engine/contract/workflow.ts';

export interface NodeText {
  readonly before: string;
  /** Nodes and connections, as they are copied; undefined if there are none. */
  readonly example: string | undefined;
  readonly after: string;
}

export function nodeText(markdown: string): NodeText {
  const match = /^```json example\n([^]*?)\n```\n/m.exec(markdown);
  if (match === null) return { before: markdown, example: undefined, after: '' };
  return { before: markdown.slice(0, match.index), example: match[1], after: markdown.slice(match.index + match[0].length) };
}

/** Returns the example as a workflow, to be opened as a new one. */
export const exampleWorkflow = (example: string, name: string): WorkflowFile => ({
  name,
  settings: { executionOrder: 'v1' },
  ...(JSON.parse(example) as Pick<WorkflowFile, 'nodes' | 'connections'>),
});
