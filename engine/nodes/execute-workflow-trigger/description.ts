// Description of the Execute Workflow Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const sinceFields = { '@version': [{ _cnd: { gte: 1.1 } }] } as const;

const properties: readonly NodeProperty[] = [
  {
    displayName: 'This workflow runs when an Execute Sub-workflow node of another workflow calls it, with the items of that node.',
    name: 'notice',
    type: 'notice',
    default: '',
    displayOptions: { show: { '@version': [1] } },
  },
  {
    displayName: 'Input data mode',
    name: 'inputSource',
    type: 'options',
    default: 'workflowInputs',
    noDataExpression: true,
    displayOptions: { show: sinceFields },
    options: [
      { name: 'Define using fields below', value: 'workflowInputs', description: 'Define the fields and their types' },
      { name: 'Define using JSON example', value: 'jsonExample', description: 'Use the fields of an example object' },
      { name: 'Accept all data', value: 'passthrough', description: 'Accept the items unchanged' },
    ],
  },
  {
    displayName: 'Provide an example object, whose fields the caller has to provide.',
    name: 'jsonExample_notice',
    type: 'notice',
    default: '',
    displayOptions: { show: { ...sinceFields, inputSource: ['jsonExample'] } },
  },
  {
    displayName: 'JSON Example',
    name: 'jsonExample',
    type: 'json',
    default: '{\n  "aField": "a string",\n  "aNumber": 123,\n  "thisFieldAcceptsAnyType": null,\n  "anArray": []\n}',
    noDataExpression: true,
    displayOptions: { show: { ...sinceFields, inputSource: ['jsonExample'] } },
  },
  {
    displayName: 'Workflow Input Schema',
    name: 'workflowInputs',
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add field',
    description: 'The fields that the caller has to provide. Missing fields are null.',
    typeOptions: { multipleValues: true, sortable: true, minRequiredFields: 1 },
    displayOptions: { show: { ...sinceFields, inputSource: ['workflowInputs'] } },
    options: [
      {
        displayName: 'Values',
        name: 'values',
        values: [
          {
            displayName: 'Name',
            name: 'name',
            type: 'string',
            default: '',
            required: true,
            noDataExpression: true,
            placeholder: 'e.g. fieldName',
            description: 'A unique name',
          },
          {
            displayName: 'Type',
            name: 'type',
            type: 'options',
            default: 'string',
            required: true,
            noDataExpression: true,
            description: 'Type of the value',
            options: [
              { name: 'Allow Any Type', value: 'any' },
              { name: 'String', value: 'string' },
              { name: 'Number', value: 'number' },
              { name: 'Boolean', value: 'boolean' },
              { name: 'Array', value: 'array' },
              { name: 'Object', value: 'object' },
            ],
          },
        ],
      },
    ],
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Execute Workflow Trigger',
  description: 'Starts the workflow when another workflow calls it',
  version: [1, 1.1, 1.2],
  group: ['trigger'],
  maxNodes: 1,
  eventTriggerDescription: '',
  defaults: { name: 'When Executed by Another Workflow', color: '#ff6d5a' },
  inputs: [],
  outputs: ['main'],
  properties,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['sub-workflow', 'subworkflow', 'called', 'child', 'function', 'modular'],
  },
};
