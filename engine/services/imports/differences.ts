// Differences from n8n in the behavior of an imported workflow's nodes. docs/conformance.md lists them.
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { ownValue } from '../../workflow/values/own-properties.ts';

interface Difference {
  readonly text: string;
  readonly concerns: (node: WorkflowNode, parameters: string) => boolean;
}

const typed =
  (...names: readonly string[]): Difference['concerns'] =>
  ({ type }) =>
    names.some((name) => type === `n8n-nodes-base.${name}`);

export const differences: readonly Difference[] = [
  {
    text: 'Python code does not run: write it in JavaScript.',
    concerns: (node, parameters) => typed('code')(node, parameters) && /"language":"python/.test(parameters),
  },
  {
    text: 'Files and commands are used only where Settings › Files and commands, or MILLRACE_FILE_FOLDERS, allows it.',
    concerns: typed('executeCommand', 'readWriteFile', 'readBinaryFile', 'readBinaryFiles', 'writeBinaryFile', 'localFileTrigger'),
  },
  {
    text: 'Expressions have no Buffer: use base64Encode() and base64Decode().',
    concerns: (node, parameters) => !typed('code', 'function', 'functionItem')(node, parameters) && /\{\{[^]*?\bBuffer\b/.test(parameters),
  },
  {
    text: 'In the pagination of HTTP Request, $request is the request that was sent, not the one of the next page.',
    concerns: (node, parameters) => typed('httpRequest')(node, parameters) && parameters.includes('$request'),
  },
  {
    text: 'Items of a webhook contain [hidden] in place of the header that authenticates the caller.',
    concerns: ({ type, parameters }) =>
      type === 'n8n-nodes-base.webhook' &&
      !['none', undefined].includes(ownValue(parameters ?? {}, 'authentication') as string | undefined),
  },
  {
    text: 'Tokens of the JWT node contain the claims also under their standard names.',
    concerns: typed('jwt'),
  },
];

export const LEGACY_ORDER =
  'The workflow uses the legacy execution order, in which a node with several inputs does not wait for a branch that nothing starts.';

/** Returns sentences, each with the names of the nodes that it is about; none for a sentence about the whole workflow. */
export function differencesOf(file: WorkflowFile): { text: string; nodes: string[] }[] {
  const nodes = file.nodes.map((node) => ({ node, parameters: JSON.stringify(node.parameters ?? {}) }));
  const found = differences.flatMap(({ text, concerns }) => {
    const names = nodes.filter(({ node, parameters }) => concerns(node, parameters)).map(({ node }) => node.name);
    return names.length === 0 ? [] : [{ text, nodes: names }];
  });
  return file.settings?.executionOrder === 'v1' ? found : [...found, { text: LEGACY_ORDER, nodes: [] }];
}
