import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { subWorkflowInputs } from './sub-workflow-inputs.ts';

const trigger = (parameters: WorkflowNode['parameters'], disabled?: boolean): WorkflowNode => ({
  name: 'Start',
  type: 'n8n-nodes-base.executeWorkflowTrigger',
  typeVersion: 1.1,
  position: [0, 0],
  parameters,
  ...(disabled === undefined ? {} : { disabled }),
});
const typesOf = (...nodes: WorkflowNode[]) => subWorkflowInputs({ nodes }).map(({ id, type }) => [id, type]);

describe('inputs of a sub-workflow', () => {
  it.each([
    [
      'fields',
      { workflowInputs: { values: [{ name: 'a' }, { name: 'b', type: 'number' }, { name: '' }, null] } },
      [
        ['a', 'string'],
        ['b', 'number'],
      ],
    ],
    [
      'an example',
      { inputSource: 'jsonExample', jsonExample: '{"a":"x","b":[1],"c":null,"d":{}}' },
      [
        ['a', 'string'],
        ['b', 'array'],
        ['c', 'any'],
        ['d', 'object'],
      ],
    ],
    ['an example that is not JSON', { inputSource: 'jsonExample', jsonExample: '{' }, []],
    ['an example that is not an object', { inputSource: 'jsonExample', jsonExample: '5' }, []],
    ['no example', { inputSource: 'jsonExample' }, []],
    ['everything passed through', { inputSource: 'passthrough' }, []],
    ['nothing', {}, []],
  ])('are declared by %s', (_what, parameters, expected) => expect(typesOf(trigger(parameters))).toEqual(expected));

  it('belong to an enabled trigger', () => {
    expect(typesOf()).toEqual([]);
    expect(typesOf(trigger({ workflowInputs: { values: [{ name: 'a' }] } }, true))).toEqual([]);
  });
});
