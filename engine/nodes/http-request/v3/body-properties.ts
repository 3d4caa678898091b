// The parameters of a request's body.
import type { NodeProperty } from '../../../workflow/node-type.ts';

const sends = { sendBody: [true] } as const;

const plainParameters: NodeProperty = {
  displayName: 'Body Parameters',
  name: 'bodyParameters',
  type: 'fixedCollection',
  default: { parameters: [{ name: '', value: '' }] },
  typeOptions: { multipleValues: true },
  placeholder: 'Add Parameter',
  displayOptions: { show: { ...sends, contentType: ['json', 'form-urlencoded'], specifyBody: ['keypair'] } },
  options: [
    {
      name: 'parameters',
      displayName: 'Parameter',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '' },
        { displayName: 'Value', name: 'value', type: 'string', default: '' },
      ],
    },
  ],
};

const formParameters: NodeProperty = {
  ...plainParameters,
  displayOptions: { show: { ...sends, contentType: ['multipart-form-data'] } },
  options: [
    {
      name: 'parameters',
      displayName: 'Parameter',
      values: [
        {
          displayName: 'Parameter Type',
          name: 'parameterType',
          type: 'options',
          default: 'formData',
          options: [
            { name: 'n8n Binary File', value: 'formBinaryData' },
            { name: 'Form Data', value: 'formData' },
          ],
        },
        { displayName: 'Name', name: 'name', type: 'string', default: '' },
        { displayName: 'Value', name: 'value', type: 'string', default: '', displayOptions: { show: { parameterType: ['formData'] } } },
        {
          displayName: 'Input Data Field Name',
          name: 'inputDataFieldName',
          type: 'string',
          default: '',
          displayOptions: { show: { parameterType: ['formBinaryData'] } },
          description: 'Name of the file property of the input item',
        },
      ],
    },
  ],
};

export const bodyProperties: readonly NodeProperty[] = [
  {
    displayName: 'Send Body',
    name: 'sendBody',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    description: 'Whether the request has a body',
  },
  {
    displayName: 'Body Content Type',
    name: 'contentType',
    type: 'options',
    default: 'json',
    displayOptions: { show: sends },
    options: [
      { name: 'Form Urlencoded', value: 'form-urlencoded' },
      { name: 'Form-Data', value: 'multipart-form-data' },
      { name: 'JSON', value: 'json' },
      { name: 'n8n Binary File', value: 'binaryData' },
      { name: 'Raw', value: 'raw' },
    ],
    description: 'Format of the body',
  },
  {
    displayName: 'Specify Body',
    name: 'specifyBody',
    type: 'options',
    default: 'keypair',
    displayOptions: { show: { ...sends, contentType: ['json'] } },
    options: [
      { name: 'Using Fields Below', value: 'keypair' },
      { name: 'Using JSON', value: 'json' },
    ],
  },
  {
    displayName: 'Specify Body',
    name: 'specifyBody',
    type: 'options',
    default: 'keypair',
    displayOptions: { show: { ...sends, contentType: ['form-urlencoded'] } },
    options: [
      { name: 'Using Fields Below', value: 'keypair' },
      { name: 'Using Single Field', value: 'string' },
    ],
  },
  plainParameters,
  {
    displayName: 'JSON',
    name: 'jsonBody',
    type: 'json',
    default: '',
    displayOptions: { show: { ...sends, contentType: ['json'], specifyBody: ['json'] } },
  },
  formParameters,
  {
    displayName: 'Body',
    name: 'body',
    type: 'string',
    default: '',
    placeholder: 'field1=value1&field2=value2',
    displayOptions: { show: { ...sends, contentType: ['form-urlencoded'], specifyBody: ['string'] } },
  },
  {
    displayName: 'Input Data Field Name',
    name: 'inputDataFieldName',
    type: 'string',
    default: '',
    noDataExpression: true,
    displayOptions: { show: { ...sends, contentType: ['binaryData'] } },
    description: 'Name of the file property of the input item',
  },
  {
    displayName: 'Content Type',
    name: 'rawContentType',
    type: 'string',
    default: '',
    placeholder: 'text/html',
    displayOptions: { show: { ...sends, contentType: ['raw'] } },
  },
  { displayName: 'Body', name: 'body', type: 'string', default: '', displayOptions: { show: { ...sends, contentType: ['raw'] } } },
];
