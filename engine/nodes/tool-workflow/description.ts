// Descriptions of the Call n8n Sub-Workflow Tool.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { inputSchemaProperties } from '../_shared/ai/tools/input-schema.ts';
import { connectionNotice, descriptionProperty, nameProperty, notice } from '../_shared/ai/tools/tool-properties.ts';

const versions = (condition: Readonly<Record<string, number>>): { readonly '@version': readonly unknown[] } => ({
  '@version': [{ _cnd: condition }],
});
const typed = (type: string): NodeProperty['displayOptions'] => ({ show: { type: [type] } });

const templateNotice = notice('Describe what the workflow does and what it expects, so that the model calls it at the right time.', {
  name: 'noticeTemplateExample',
});

const executeNotice = notice('The workflow starts with its trigger "When Executed by Another Workflow".', { name: 'executeNotice' });

const source: NodeProperty = {
  displayName: 'Source',
  name: 'source',
  type: 'options',
  default: 'database',
  options: [
    { name: 'Database', value: 'database', description: 'A workflow of this instance' },
    { name: 'Define Below', value: 'parameter', description: 'A workflow as JSON' },
  ],
  description: 'Source of the workflow to call',
};

const selector = (displayOptions: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Workflow',
  name: 'workflowId',
  type: 'workflowSelector',
  default: '',
  required: true,
  displayOptions,
  description: 'The workflow to call',
});

const workflowJson: NodeProperty = {
  displayName: 'Workflow JSON',
  name: 'workflowJson',
  type: 'json',
  default: '\n\n\n\n\n\n\n\n\n',
  required: true,
  typeOptions: { rows: 10 },
  displayOptions: { show: { source: ['parameter'] } },
  description: 'The exported workflow JSON',
};

const value = (name: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Value',
  name,
  type: 'string',
  default: '',
  displayOptions: typed(name),
  ...more,
});

const fields: NodeProperty = {
  displayName: 'Extra Workflow Inputs',
  name: 'fields',
  type: 'fixedCollection',
  placeholder: 'Add Value',
  default: {},
  typeOptions: { multipleValues: true },
  description: 'Fields that the workflow receives besides the input of the model',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. fieldName' },
        {
          displayName: 'Type',
          name: 'type',
          type: 'options',
          default: 'stringValue',
          options: [
            { name: 'String', value: 'stringValue' },
            { name: 'Number', value: 'numberValue' },
            { name: 'Boolean', value: 'booleanValue' },
            { name: 'Array', value: 'arrayValue' },
            { name: 'Object', value: 'objectValue' },
          ],
        },
        value('stringValue'),
        value('numberValue'),
        value('booleanValue', {
          type: 'options',
          default: 'true',
          options: [
            { name: 'True', value: 'true' },
            { name: 'False', value: 'false' },
          ],
        }),
        value('arrayValue', { placeholder: 'e.g. [ "one", "two" ]' }),
        value('objectValue', { type: 'json', default: '={}', typeOptions: { rows: 2 } }),
      ],
    },
  ],
};

const shared = {
  displayName: 'Call n8n Workflow Tool',
  description: 'A workflow that an agent calls',
  group: ['transform'],
  defaults: { name: 'Call n8n Workflow Tool' },
  inputs: [],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Tools'], Tools: ['Recommended Tools'] },
    alias: ['sub-workflow', 'subworkflow', 'execute workflow', 'custom tool', 'n8n'],
  },
} satisfies Partial<NodeVersion['description']>;

export const version1: NodeVersion['description'] = {
  ...shared,
  version: [1, 1.1, 1.2, 1.3],
  properties: [
    connectionNotice,
    templateNotice,
    nameProperty({ displayOptions: { show: { '@version': [1] } } }),
    nameProperty({ displayOptions: { show: versions({ gte: 1.1 }) } }),
    descriptionProperty,
    executeNotice,
    source,
    {
      displayName: 'Workflow ID',
      name: 'workflowId',
      type: 'string',
      default: '',
      required: true,
      displayOptions: { show: { source: ['database'], ...versions({ lte: 1.1 }) } },
      description: 'ID of the workflow, from its URL',
    },
    selector({ show: { source: ['database'], ...versions({ gte: 1.2 }) } }),
    workflowJson,
    {
      displayName: 'Field to Return',
      name: 'responsePropertyName',
      type: 'string',
      default: 'response',
      required: true,
      displayOptions: { show: versions({ lt: 1.3 }) },
      description: 'Field of the workflow’s last node that the model receives',
    },
    fields,
    ...inputSchemaProperties({}),
  ],
};

export const version2: NodeVersion['description'] = {
  ...shared,
  version: [2, 2.1, 2.2],
  properties: [
    connectionNotice,
    templateNotice,
    nameProperty({ displayOptions: { show: versions({ lte: 2.1 }) } }),
    descriptionProperty,
    executeNotice,
    source,
    selector({ show: { source: ['database'] } }),
    {
      displayName: 'Workflow Inputs',
      name: 'workflowInputs',
      type: 'resourceMapper',
      default: { mappingMode: 'defineBelow', value: null },
      required: true,
      noDataExpression: true,
      displayOptions: { show: { source: ['database'] }, hide: { workflowId: [''] } },
      typeOptions: {
        loadOptionsDependsOn: ['workflowId.value'],
        resourceMapper: {
          localResourceMapperMethod: 'loadSubWorkflowInputs',
          valuesLabel: 'Workflow Inputs',
          mode: 'map',
          fieldWords: { singular: 'workflow input', plural: 'workflow inputs' },
          addAllFields: true,
          multiKeyMatch: false,
          supportAutoMap: false,
          showTypeConversionOptions: true,
        },
      },
      description: 'Values for the inputs of the workflow. With $fromAI in an expression, the model chooses the value.',
    },
    workflowJson,
  ],
};
