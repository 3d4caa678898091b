// Description of the Form node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { buttonLabel, customCss, formFieldsProperty } from '../_shared/form/properties.ts';

const page = { operation: ['page'] };
const completion = { operation: ['completion'] };

const fields: readonly NodeProperty[] = [
  {
    displayName: 'Define Form',
    name: 'defineForm',
    type: 'options',
    noDataExpression: true,
    default: 'fields',
    options: [
      { name: 'Using Fields Below', value: 'fields' },
      { name: 'Using JSON', value: 'json' },
    ],
    displayOptions: { show: page },
    description: 'How to define the fields of the page',
  },
  {
    displayName: 'Form Fields',
    name: 'jsonOutput',
    type: 'json',
    default: '[\n  {\n    "fieldLabel": "Name",\n    "fieldType": "text",\n    "requiredField": true\n  }\n]',
    typeOptions: { rows: 5 },
    displayOptions: { show: { ...page, defineForm: ['json'] } },
    description: 'The fields as a list',
  },
  formFieldsProperty({ show: { ...page, defineForm: ['fields'] } }),
];

const waiting = { ...page, limitWaitTime: [true] };

const limit: readonly NodeProperty[] = [
  {
    displayName: 'Limit Wait Time',
    name: 'limitWaitTime',
    type: 'boolean',
    default: false,
    displayOptions: { show: page },
    description: 'Whether to continue after a time limit if the form is not submitted',
  },
  {
    displayName: 'Limit Type',
    name: 'limitType',
    type: 'options',
    default: 'afterTimeInterval',
    options: [
      { name: 'After Time Interval', value: 'afterTimeInterval', description: 'Wait for a time interval at most' },
      { name: 'At Specified Time', value: 'atSpecifiedTime', description: 'Wait until a date and time at most' },
    ],
    displayOptions: { show: waiting },
    description: 'How to specify the end of the wait',
  },
  {
    displayName: 'Amount',
    name: 'resumeAmount',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: { show: { ...waiting, limitType: ['afterTimeInterval'] } },
    description: 'Maximum waiting time',
  },
  {
    displayName: 'Unit',
    name: 'resumeUnit',
    type: 'options',
    default: 'hours',
    options: [
      { name: 'Seconds', value: 'seconds' },
      { name: 'Minutes', value: 'minutes' },
      { name: 'Hours', value: 'hours' },
      { name: 'Days', value: 'days' },
    ],
    displayOptions: { show: { ...waiting, limitType: ['afterTimeInterval'] } },
    description: 'Unit of the amount',
  },
  {
    displayName: 'Max Date and Time',
    name: 'maxDateAndTime',
    type: 'dateTime',
    default: '',
    displayOptions: { show: { ...waiting, limitType: ['atSpecifiedTime'] } },
    description: 'When to continue at the latest',
  },
];

const ending: readonly NodeProperty[] = [
  {
    displayName: 'When the Form Ends',
    name: 'respondWith',
    type: 'options',
    default: 'text',
    options: [
      { name: 'Redirect to URL', value: 'redirect', description: 'Redirect to a URL' },
      { name: 'Return Binary File', value: 'returnBinary', description: 'Show a text and download a file' },
      { name: 'Show Completion Screen', value: 'text', description: 'Show a title and a message' },
      { name: 'Show Text', value: 'showText', description: 'Show a custom text or page' },
    ],
    displayOptions: { show: completion },
    description: 'Page at the end of the form',
  },
  {
    displayName: 'URL',
    name: 'redirectUrl',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. https://example.com',
    displayOptions: { show: { ...completion, respondWith: ['redirect'] } },
    description: 'Where to go',
  },
  {
    displayName: 'Completion Title',
    name: 'completionTitle',
    type: 'string',
    default: '',
    required: true,
    displayOptions: { show: { ...completion, respondWith: ['text', 'returnBinary'] } },
    description: 'Heading of the last page',
  },
  {
    displayName: 'Completion Message',
    name: 'completionMessage',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    displayOptions: { show: { ...completion, respondWith: ['text', 'returnBinary'] } },
    description: 'Text of the last page',
  },
  {
    displayName: 'Text',
    name: 'responseText',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    displayOptions: { show: { ...completion, respondWith: ['showText'] } },
    description: 'Text or HTML to show',
  },
  {
    displayName: 'Input Data Field Name',
    name: 'inputDataFieldName',
    type: 'string',
    default: 'data',
    displayOptions: { show: { ...completion, respondWith: ['returnBinary'] } },
    description: 'Name of the file in the item',
  },
];

const formTitle: NodeProperty = {
  displayName: 'Form Title',
  name: 'formTitle',
  type: 'string',
  default: '',
  description: 'Shown at the top of the page',
};

export const description: NodeVersion['description'] = {
  displayName: 'Form',
  description: 'Shows further pages of a form, and its end',
  version: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6],
  group: ['input'],
  defaults: { name: 'Form' },
  inputs: ['main'],
  outputs: ['main'],
  webhooks: [
    { name: 'setup', httpMethod: 'GET', path: '', isFullPath: true, restartWebhook: true, nodeType: 'form' },
    { name: 'default', httpMethod: 'POST', path: '', isFullPath: true, restartWebhook: true, nodeType: 'form' },
  ],
  properties: [
    {
      displayName: 'A Form Trigger must start the workflow.',
      name: 'triggerNotice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Page Type',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'page',
      options: [
        { name: 'Next Form Page', value: 'page' },
        { name: 'Form Ending', value: 'completion' },
      ],
      description: 'Kind of page',
    },
    ...fields,
    ...limit,
    ...ending,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      placeholder: 'Add option',
      displayOptions: { show: page },
      options: [
        formTitle,
        {
          displayName: 'Form Description',
          name: 'formDescription',
          type: 'string',
          default: '',
          typeOptions: { rows: 2 },
          description: 'Shown under the title',
        },
        buttonLabel,
        customCss,
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      placeholder: 'Add option',
      displayOptions: { show: completion },
      options: [formTitle, customCss],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['form', 'table', 'submit', 'post', 'page', 'step', 'stage', 'multi'],
  },
};
