// Description of the HTTP Request Tool. New workflows use the HTTP Request node as a tool instead.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { connectionNotice, notice } from '../_shared/ai/tools/tool-properties.ts';

type Conditions = Readonly<Record<string, readonly unknown[]>>;

const show = (conditions: Conditions): NodeProperty['displayOptions'] => ({ show: conditions });

/** A part of the request that can be listed, written as JSON, or left to the model. */
const part = (name: 'Query' | 'Headers' | 'Body', word: string, sendLabel: string): readonly NodeProperty[] => {
  const sends = { [`send${name}`]: [true] };
  return [
    {
      displayName: sendLabel,
      name: `send${name}`,
      type: 'boolean',
      default: false,
      noDataExpression: true,
      description: `Whether the request has ${word}`,
    },
    {
      displayName: `Specify ${name === 'Query' ? 'Query Parameters' : name}`,
      name: `specify${name}`,
      type: 'options',
      default: 'keypair',
      displayOptions: show(sends),
      options: [
        { name: 'Using Fields Below', value: 'keypair' },
        { name: 'Using JSON Below', value: 'json' },
        { name: `Let Model Specify Entire ${name}`, value: 'model' },
      ],
    },
    {
      displayName: name === 'Query' ? 'Query Parameters' : name,
      name: `parameters${name}`,
      type: 'fixedCollection',
      placeholder: 'Add Parameter',
      default: { values: [{ name: '' }] },
      typeOptions: { multipleValues: true },
      displayOptions: show({ ...sends, [`specify${name}`]: ['keypair'] }),
      options: [
        {
          displayName: 'Values',
          name: 'values',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: '' },
            {
              displayName: 'Value Provided',
              name: 'valueProvider',
              type: 'options',
              default: 'modelRequired',
              options: [
                { name: 'By Model (and Is Required)', value: 'modelRequired' },
                { name: 'By Model (but Is Optional)', value: 'modelOptional' },
                { name: 'Using Field Below', value: 'fieldValue' },
              ],
            },
            {
              displayName: 'Value',
              name: 'value',
              type: 'string',
              default: '',
              hint: 'With {placeholder}, the model fills in a part of the value',
              displayOptions: show({ valueProvider: ['fieldValue'] }),
            },
          ],
        },
      ],
    },
    {
      displayName: 'JSON',
      name: `json${name}`,
      type: 'string',
      default: '',
      typeOptions: { rows: 5 },
      hint: 'With {placeholder}, the model fills in a value',
      displayOptions: show({ ...sends, [`specify${name}`]: ['json'] }),
    },
  ];
};

const authentication: readonly NodeProperty[] = [
  {
    displayName: 'Authentication',
    name: 'authentication',
    type: 'options',
    default: 'none',
    noDataExpression: true,
    options: [
      { name: 'None', value: 'none' },
      { name: 'Predefined Credential Type', value: 'predefinedCredentialType', description: 'The credential of a known service' },
      { name: 'Generic Credential Type', value: 'genericCredentialType', description: 'A header, a query parameter, OAuth and others' },
    ],
  },
  {
    displayName: 'Credential Type',
    name: 'nodeCredentialType',
    type: 'credentialsSelect',
    noDataExpression: true,
    required: true,
    default: '',
    displayOptions: show({ authentication: ['predefinedCredentialType'] }),
  },
  notice('Turn on the scopes of the service that the requests need, in the credential.', {
    name: 'googleApiWarning',
    displayOptions: show({ nodeCredentialType: ['googleApi'] }),
  }),
  {
    displayName: 'Generic Auth Type',
    name: 'genericAuthType',
    type: 'credentialsSelect',
    required: true,
    default: '',
    displayOptions: show({ authentication: ['genericCredentialType'] }),
  },
];

const placeholders: NodeProperty = {
  displayName: 'Placeholder Definitions',
  name: 'placeholderDefinitions',
  type: 'fixedCollection',
  placeholder: 'Add Definition',
  default: [],
  typeOptions: { multipleValues: true },
  description: 'What the model fills in',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        { displayName: 'Placeholder Name', name: 'name', type: 'string', default: '' },
        { displayName: 'Description', name: 'description', type: 'string', default: '' },
        {
          displayName: 'Type',
          name: 'type',
          type: 'options',
          default: 'not specified',
          options: [
            { name: 'Not Specified (Default)', value: 'not specified' },
            { name: 'String', value: 'string' },
            { name: 'Number', value: 'number' },
            { name: 'Boolean', value: 'boolean' },
            { name: 'JSON', value: 'json' },
          ],
        },
      ],
    },
  ],
};

const optimizes = (more: Conditions): NodeProperty['displayOptions'] => show({ optimizeResponse: [true], ...more });

const response: readonly NodeProperty[] = [
  {
    displayName: 'Optimize Response',
    name: 'optimizeResponse',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    description: 'Whether the model receives only a part of the response, which costs fewer tokens',
  },
  {
    displayName: 'Expected Response Type',
    name: 'responseType',
    type: 'options',
    default: 'json',
    displayOptions: optimizes({}),
    options: [
      { name: 'JSON', value: 'json' },
      { name: 'HTML', value: 'html' },
      { name: 'Text', value: 'text' },
    ],
  },
  {
    displayName: 'Field Containing Data',
    name: 'dataField',
    type: 'string',
    default: '',
    placeholder: 'e.g. records',
    description: 'Path of the field with the data. Without it, the whole response is used.',
    displayOptions: optimizes({ responseType: ['json'] }),
  },
  {
    displayName: 'Include Fields',
    name: 'fieldsToInclude',
    type: 'options',
    default: 'all',
    displayOptions: optimizes({ responseType: ['json'] }),
    options: [
      { name: 'All', value: 'all', description: 'All fields' },
      { name: 'Selected', value: 'selected', description: 'Only the fields below' },
      { name: 'Exclude', value: 'except', description: 'All fields except those below' },
    ],
  },
  {
    displayName: 'Fields',
    name: 'fields',
    type: 'string',
    default: '',
    placeholder: 'e.g. id, name, address.city',
    description: 'Paths of the fields, separated by commas',
    displayOptions: { ...optimizes({ responseType: ['json'] }), hide: { fieldsToInclude: ['all'] } },
  },
  {
    displayName: 'Selector (CSS)',
    name: 'cssSelector',
    type: 'string',
    default: 'body',
    description: 'Elements of the page that the model receives',
    displayOptions: optimizes({ responseType: ['html'] }),
  },
  {
    displayName: 'Return Only Content',
    name: 'onlyContent',
    type: 'boolean',
    default: false,
    description: 'Whether to return only the text of the elements, without tags',
    displayOptions: optimizes({ responseType: ['html'] }),
  },
  {
    displayName: 'Elements To Omit',
    name: 'elementsToOmit',
    type: 'string',
    default: '',
    placeholder: 'e.g. img, .className, #ItemId',
    description: 'Selectors of elements to leave out, separated by commas',
    displayOptions: optimizes({ responseType: ['html'], onlyContent: [true] }),
  },
  {
    displayName: 'Truncate Response',
    name: 'truncateResponse',
    type: 'boolean',
    default: false,
    displayOptions: optimizes({ responseType: ['text', 'html'] }),
  },
  {
    displayName: 'Max Response Characters',
    name: 'maxLength',
    type: 'number',
    default: 1000,
    typeOptions: { minValue: 1 },
    displayOptions: optimizes({ responseType: ['text', 'html'], truncateResponse: [true] }),
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'HTTP Request Tool',
  description: 'A request that an agent sends, with values that the model chooses',
  version: [1, 1.1],
  group: ['output'],
  // The HTTP Request node as a tool has taken its place; workflows that have it still run.
  hidden: true,
  defaults: { name: 'HTTP Request' },
  inputs: [],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Recommended Tools'] }, alias: ['api', 'fetch', 'rest'] },
  properties: [
    connectionNotice,
    {
      displayName: 'Description',
      name: 'toolDescription',
      type: 'string',
      default: '',
      placeholder: 'e.g. Get the current weather of a city',
      typeOptions: { rows: 3 },
      description: 'Tells the model what the request does and when to send it',
    },
    {
      displayName: 'Method',
      name: 'method',
      type: 'options',
      default: 'GET',
      options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => ({ name, value: name })),
    },
    notice('Write {placeholder} where the model shall fill in a value, and describe it below.', { name: 'placeholderNotice' }),
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com/cities/{city}',
    },
    ...authentication,
    ...part('Query', 'query parameters', 'Send Query Parameters'),
    ...part('Headers', 'headers', 'Send Headers'),
    ...part('Body', 'a body', 'Send Body'),
    placeholders,
    ...response,
  ],
};
