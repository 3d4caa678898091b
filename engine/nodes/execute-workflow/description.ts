// Description of the Execute Sub-workflow node, with the versions of its parts.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const sinceFields = { '@version': [{ _cnd: { gte: 1.2 } }] } as const;

const source: readonly NodeProperty[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'hidden',
    default: 'call_workflow',
    noDataExpression: true,
    options: [{ name: 'Execute a Sub-Workflow', value: 'call_workflow', action: 'Execute a Sub-Workflow' }],
  },
  {
    displayName: 'The items are passed to the "When Executed by Another Workflow" trigger of the called workflow.',
    name: 'outdatedVersionWarning',
    type: 'notice',
    default: '',
    displayOptions: { show: { '@version': [{ _cnd: { lte: 1.1 } }] } },
  },
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    default: 'database',
    options: [
      { name: 'Database', value: 'database', description: 'A workflow of this instance' },
      { name: 'Local File', value: 'localFile', description: 'A workflow file on this computer' },
      { name: 'Define Below', value: 'parameter', description: 'A workflow as JSON' },
      { name: 'URL', value: 'url', description: 'A workflow file on the web' },
    ],
    description: 'Source of the workflow to call',
  },
];

const localFile: readonly NodeProperty[] = [
  {
    displayName: 'Workflow ID',
    name: 'workflowId',
    type: 'string',
    default: '',
    required: true,
    displayOptions: { show: { source: ['database'], '@version': [1] } },
    description: 'ID of the workflow, from its URL',
  },
  {
    displayName: 'Workflow',
    name: 'workflowId',
    type: 'workflowSelector',
    default: { mode: 'list', value: '' },
    required: true,
    displayOptions: { show: { source: ['database'], '@version': [{ _cnd: { gte: 1.1 } }] } },
    description: 'The workflow to call',
  },
  {
    displayName: 'Workflow Path',
    name: 'workflowPath',
    type: 'string',
    default: '',
    required: true,
    placeholder: '/data/workflow.json',
    displayOptions: { show: { source: ['localFile'] } },
    description: 'Path of the workflow file',
  },
  {
    displayName: 'Workflow JSON',
    name: 'workflowJson',
    type: 'json',
    default: '\n\n\n',
    required: true,
    typeOptions: { rows: 10 },
    displayOptions: { show: { source: ['parameter'] } },
    description: 'The exported workflow JSON',
  },
  {
    displayName: 'Workflow URL',
    name: 'workflowUrl',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://example.com/workflow.json',
    displayOptions: { show: { source: ['url'] } },
    description: 'Address of the workflow file',
  },
];

const call: readonly NodeProperty[] = [
  {
    displayName: 'Workflow Inputs',
    name: 'workflowInputs',
    type: 'resourceMapper',
    default: { mappingMode: 'defineBelow', value: null },
    noDataExpression: true,
    required: true,
    displayOptions: { show: { source: ['database'], ...sinceFields }, hide: { workflowId: [''] } },
    typeOptions: {
      loadOptionsDependsOn: ['workflowId.value'],
      resourceMapper: {
        localResourceMapperMethod: 'loadSubWorkflowInputs',
        valuesLabel: 'Workflow Inputs',
        mode: 'map',
        fieldWords: { singular: 'input', plural: 'inputs' },
        addAllFields: true,
        multiKeyMatch: false,
        supportAutoMap: false,
        showTypeConversionOptions: true,
      },
    },
    description: 'Values for the inputs of the called workflow',
  },
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    default: 'once',
    noDataExpression: true,
    options: [
      { name: 'Run once with all items', value: 'once', description: 'Call the workflow once with all items' },
      { name: 'Run once for each item', value: 'each', description: 'Call the workflow for every item' },
    ],
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    options: [
      {
        displayName: 'Wait For Sub-Workflow Completion',
        name: 'waitForSubWorkflow',
        type: 'boolean',
        default: true,
        description: 'Whether to wait for the called workflow and return its items. Otherwise the input is passed on immediately.',
      },
    ],
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Execute Workflow',
  description: 'Calls another workflow and returns its items',
  version: [1, 1.1, 1.2, 1.3, 1.4],
  group: ['transform'],
  subtitle: '={{ "Workflow: " + $parameter["workflowId"] }}',
  defaults: { name: 'Execute Workflow', color: '#ff6d5a' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [...source, ...localFile, ...call],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['sub-workflow', 'subworkflow', 'call', 'child', 'invoke', 'reuse', 'function', 'n8n'],
  },
};
