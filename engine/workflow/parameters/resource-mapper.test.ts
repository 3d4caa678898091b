import { describe, expect, it } from 'vitest';
import type { NodeDescription } from '../node-type.ts';
import { nodeParameterIssues } from '../issues/parameter-issues.ts';
import { mapperNeeds, mapperValueOf, missingInMapper, subWorkflowInputs } from './resource-mapper.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';

const schema = [
  { id: 'id', displayName: 'ID', type: 'string', required: true },
  { id: 'a "b"', displayName: 'A', type: 'string', required: true },
  { id: 'note', displayName: 'Note', type: 'string' },
];
const missing = (mode: string, more: object): readonly string[] =>
  missingInMapper(mapperValueOf({ mappingMode: 'defineBelow', schema, ...more }), mapperNeeds(mode));

describe('missing values of a resource mapper', () => {
  it.each<[string, string, object, readonly string[]]>([
    ['required fields of a new record', 'add', { value: { id: '', 'a "b"': null } }, ['value["id"]', 'value["a \\"b\\""]']],
    ['no fields with values', 'add', { value: { id: 0, 'a "b"': '={{ $json.x }}' } }, []],
    ['the field that identifies the record', 'update', { value: null, matchingColumns: ['id'] }, ['value["id"]']],
    ['any such field', 'update', { value: {} }, ['matchingColumns']],
    ['both if records are updated or created', 'upsert', { value: { id: 1 }, matchingColumns: ['id'] }, ['value["a \\"b\\""]']],
    ['only that field if items provide the others', 'upsert', { mappingMode: 'autoMapInputData', value: null }, ['matchingColumns']],
    ['nothing before the fields are known', 'add', { schema: [], value: null }, []],
  ])('is %s', (_what, mode, more, expected) => expect(missing(mode, more)).toEqual(expected));

  it('are issues of the node, at the path of the field', () => {
    const description = {
      name: 'x',
      displayName: 'X',
      group: [],
      version: 1,
      defaults: {},
      inputs: ['main'],
      outputs: ['main'],
      properties: [
        { displayName: 'Columns', name: 'columns', type: 'resourceMapper', default: {}, typeOptions: { resourceMapper: { mode: 'add' } } },
      ],
    } as unknown as NodeDescription;
    const issues = (columns: unknown): object => nodeParameterIssues({ columns } as never, { typeVersion: 1 }, description);
    expect(issues({ mappingMode: 'defineBelow', value: { id: 'x' }, schema })).toEqual({
      'columns.value["a \\"b\\""]': ['This field is required'],
    });
    expect(issues('={{ $json }}')).toEqual({});
  });
});

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
