// Attached nodes that a root node cannot use because they come from another package.
import { expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import { separateNodes } from './attached-parts.ts';
import { issueTexts, nodeIssues } from './issues/node-issues.ts';
import type { NodeTypeLookup } from './node-type.ts';

const packages: Readonly<Record<string, string | undefined>> = {
  'core.store': undefined,
  'one.store': 'one',
  'one.loader': 'one',
  'two.loader': 'two',
};
const types = {
  description: (type: string) =>
    Object.hasOwn(packages, type) ? { name: type, version: 1, properties: [], package: packages[type] } : undefined,
} as unknown as NodeTypeLookup;

const node = (name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

it.each<[root: string, attached: string, connection: string, isSeparate: boolean]>([
  ['one.store', 'one.loader', 'ai_document', false],
  ['one.store', 'two.loader', 'ai_document', true],
  ['core.store', 'two.loader', 'ai_document', true],
  ['core.store', 'core.store', 'ai_document', false],
  ['one.store', 'two.loader', 'ai_tool', false],
  ['one.store', 'unknown.loader', 'ai_document', false],
])('%s cannot use %s by %s: %s', (root, attached, connection, isSeparate) => {
  const workflow = {
    name: 'Documents',
    nodes: [node('Store', root), node('Loader', attached)],
    connections: { Loader: { [connection]: [[{ node: 'Store', type: connection, index: 0 }]] } },
  } as WorkflowFile;
  const separate = separateNodes(workflow, types);
  expect(separate(node('Store', root))).toEqual(isSeparate ? ['Loader'] : []);
  const disabled = { ...workflow, nodes: [node('Store', root), node('Loader', attached, { disabled: true })] };
  expect(separateNodes(disabled, types)(node('Store', root))).toEqual([]);
});

it('is an issue of the root node, which says what to do', () => {
  const store = node('Store', 'core.store');
  const issues = nodeIssues(store, types, { separateNodes: () => ['Loader'] });
  expect(issues).toEqual({ separateNodes: ['Loader'] });
  expect(issueTexts(issues ?? {}, store, types)).toEqual([
    'The node "Loader" comes from another package, and its documents can be loaded only by nodes of that package. Connect a loader that comes from the same package as this node.',
  ]);
});
