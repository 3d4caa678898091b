// Required inputs without an attached node: inputs are checked separately, even if two have the same type.
import { expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { missingInputs, unusedInputs } from './missing-inputs.ts';

const types = {
  description: (type: string) => ({
    name: type,
    displayName: type,
    version: 1,
    group: [],
    properties: [],
    outputs: ['main'],
    inputs: [
      'main',
      { type: 'ai_languageModel', displayName: 'Chat Model', required: true },
      { type: 'ai_languageModel', displayName: 'Fallback Model', required: true },
      { type: 'ai_memory', displayName: 'Memory' },
    ],
  }),
} as unknown as NodeTypeLookup;

const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 'agent',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

const missing = (indexes: readonly number[], isDisabled = false): readonly string[] => {
  const nodes = [node('Agent'), ...indexes.map((index) => node(`Model ${index}`, { disabled: isDisabled }))];
  const connections = Object.fromEntries(
    indexes.map((index) => [
      `Model ${index}`,
      { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel' as const, index: index }]] },
    ]),
  );
  const workflow: WorkflowFile = { name: 'Talk', nodes, connections };
  expect(unusedInputs(workflow, types)(node('Agent'))).toEqual(indexes.includes(2) ? ['Model'] : []);
  return missingInputs(workflow, types)(node('Agent'));
};

it.each<[readonly number[], readonly string[]]>([
  [[], ['Chat Model', 'Fallback Model']],
  [[0], ['Fallback Model']],
  [[1], ['Chat Model']],
  [[0, 1], []],
  [[0, 1, 2], []],
])('with models at %j, %j are missing', (indexes, names) => expect(missing(indexes)).toEqual(names));

it('a disabled node does not count', () => expect(missing([0, 1], true)).toEqual(['Chat Model', 'Fallback Model']));
