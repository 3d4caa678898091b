// The parameter with the fields of a form, for all nodes that show forms.
import type { DisplayOptions, NodeProperty } from '../../../workflow/node-type.ts';

const fieldTypes = [
  { name: 'Checkboxes', value: 'checkbox' },
  { name: 'Custom HTML', value: 'html' },
  { name: 'Date', value: 'date' },
  { name: 'Dropdown', value: 'dropdown' },
  { name: 'Email', value: 'email' },
  { name: 'File', value: 'file' },
  { name: 'Hidden Field', value: 'hiddenField' },
  { name: 'Number', value: 'number' },
  { name: 'Password', value: 'password' },
  { name: 'Radio Buttons', value: 'radio' },
  { name: 'Text', value: 'text' },
  { name: 'Textarea', value: 'textarea' },
] as const;

const fieldProperties: readonly NodeProperty[] = [
  {
    displayName: 'Field Name',
    name: 'fieldName',
    type: 'string',
    default: '',
    displayOptions: { hide: { fieldType: ['html'] } },
    description: 'Name of the field in the data; defaults to its label',
  },
  {
    displayName: 'Label',
    name: 'fieldLabel',
    type: 'string',
    default: '',
    placeholder: 'e.g. What is your name?',
    displayOptions: { hide: { fieldType: ['hiddenField', 'html'] } },
    description: 'Label above the field',
  },
  { displayName: 'Element Type', name: 'fieldType', type: 'options', default: 'text', options: fieldTypes, description: 'Kind of field' },
  {
    displayName: 'Placeholder',
    name: 'placeholder',
    type: 'string',
    default: '',
    displayOptions: { hide: { fieldType: ['dropdown', 'date', 'file', 'html', 'hiddenField', 'radio', 'checkbox'] } },
    description: 'Shown while the field is empty',
  },
  {
    displayName: 'Element Name',
    name: 'elementName',
    type: 'string',
    default: '',
    displayOptions: { show: { fieldType: ['html'] } },
    description: 'Name of the element in the data',
  },
  {
    displayName: 'HTML',
    name: 'html',
    type: 'string',
    default: '',
    typeOptions: { editor: 'htmlEditor' },
    displayOptions: { show: { fieldType: ['html'] } },
    description: 'HTML to show here',
  },
  {
    displayName: 'Field Options',
    name: 'fieldOptions',
    type: 'fixedCollection',
    default: { values: [{ option: '' }] },
    placeholder: 'Add Field Option',
    required: true,
    typeOptions: { multipleValues: true, sortable: true },
    displayOptions: { show: { fieldType: ['dropdown', 'radio', 'checkbox'] } },
    description: 'Options to choose from',
    options: [{ displayName: 'Values', name: 'values', values: [{ displayName: 'Option', name: 'option', type: 'string', default: '' }] }],
  },
  {
    displayName: 'Multiple Choice',
    name: 'multiselect',
    type: 'boolean',
    default: false,
    displayOptions: { show: { fieldType: ['dropdown'] } },
    description: 'Whether several options can be selected',
  },
  {
    displayName: 'Multiple Files',
    name: 'multipleFiles',
    type: 'boolean',
    default: true,
    displayOptions: { show: { fieldType: ['file'] } },
    description: 'Whether several files can be selected',
  },
  {
    displayName: 'Accepted File Types',
    name: 'acceptFileTypes',
    type: 'string',
    default: '',
    placeholder: 'e.g. .jpg, .png',
    displayOptions: { show: { fieldType: ['file'] } },
    description: 'Allowed file extensions, separated by commas; empty for all',
  },
  {
    displayName: 'Field Value',
    name: 'fieldValue',
    type: 'string',
    default: '',
    displayOptions: { show: { fieldType: ['hiddenField'] } },
    description: 'Value of the field',
  },
  {
    displayName: 'Required Field',
    name: 'requiredField',
    type: 'boolean',
    default: false,
    displayOptions: { hide: { fieldType: ['html', 'hiddenField'] } },
    description: 'Whether the field must be filled in',
  },
  {
    displayName: 'Default Value',
    name: 'defaultValue',
    type: 'string',
    default: '',
    displayOptions: { hide: { fieldType: ['file', 'html', 'hiddenField', 'password', 'checkbox'] } },
    description: 'Default value of the field',
  },
  {
    displayName: 'Limit Selection',
    name: 'limitSelection',
    type: 'options',
    default: 'unlimited',
    options: [
      { name: 'Exact Number', value: 'exact', description: 'So many' },
      { name: 'Range', value: 'range', description: 'At least and at most this many' },
      { name: 'Unlimited', value: 'unlimited', description: 'Any number' },
    ],
    displayOptions: { show: { fieldType: ['checkbox'] } },
    description: 'Maximum number of choices',
  },
  {
    displayName: 'Number of Selections',
    name: 'numberOfSelections',
    type: 'number',
    default: 1,
    typeOptions: { numberPrecision: 0, minValue: 1 },
    displayOptions: { show: { fieldType: ['checkbox'], limitSelection: ['exact'] } },
    description: 'Number of choices',
  },
  {
    displayName: 'Minimum Selections',
    name: 'minSelections',
    type: 'number',
    default: 0,
    typeOptions: { numberPrecision: 0, minValue: 0 },
    displayOptions: { show: { fieldType: ['checkbox'], limitSelection: ['range'] } },
    description: 'Minimum number of choices',
  },
  {
    displayName: 'Maximum Selections',
    name: 'maxSelections',
    type: 'number',
    default: 1,
    typeOptions: { numberPrecision: 0, minValue: 1 },
    displayOptions: { show: { fieldType: ['checkbox'], limitSelection: ['range'] } },
    description: 'Maximum number of choices',
  },
  {
    displayName: 'Date Format',
    name: 'formatDate',
    type: 'string',
    default: '',
    placeholder: 'e.g. dd/mm/yyyy',
    displayOptions: { show: { fieldType: ['date'] } },
    description: 'Date format in the data; YYYY-MM-DD if empty',
  },
];

export const formFieldsProperty = (displayOptions?: DisplayOptions): NodeProperty => ({
  displayName: 'Form Elements',
  name: 'formFields',
  type: 'fixedCollection',
  default: {},
  placeholder: 'Add Form Element',
  typeOptions: { multipleValues: true, sortable: true },
  ...(displayOptions === undefined ? undefined : { displayOptions }),
  description: 'Fields of the form',
  options: [{ displayName: 'Values', name: 'values', values: fieldProperties }],
});

export const buttonLabel: NodeProperty = {
  displayName: 'Button Label',
  name: 'buttonLabel',
  type: 'string',
  default: 'Submit',
  description: 'Text of the button',
};

export const customCss: NodeProperty = {
  displayName: 'Custom Form Styling',
  name: 'customCss',
  type: 'string',
  default: '',
  typeOptions: { rows: 10, editor: 'cssEditor' },
  description: 'CSS of the page',
};

export const appendAttribution: NodeProperty = {
  displayName: 'Append Attribution',
  name: 'appendAttribution',
  type: 'boolean',
  default: true,
  description: "Whether the form shows the product's name",
};

export const ignoreBots: NodeProperty = {
  displayName: 'Ignore Bots',
  name: 'ignoreBots',
  type: 'boolean',
  default: false,
  description: 'Whether to ignore requests from link previews and crawlers',
};

/** The response to a submitted form: a text or a redirect. */
export const respondWithOptions: NodeProperty = {
  displayName: 'Form Response',
  name: 'respondWithOptions',
  type: 'fixedCollection',
  default: { values: { respondWith: 'text' } },
  description: 'Response after the form was submitted',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Respond With',
          name: 'respondWith',
          type: 'options',
          default: 'text',
          options: [
            { name: 'Form Submitted Text', value: 'text', description: 'Show a text' },
            { name: 'Redirect URL', value: 'redirect', description: 'Redirect to a URL' },
          ],
        },
        {
          displayName: 'Text to Show',
          name: 'formSubmittedText',
          type: 'string',
          default: 'Your response has been recorded',
          displayOptions: { show: { respondWith: ['text'] } },
        },
        {
          displayName: 'URL to Redirect to',
          name: 'redirectUrl',
          type: 'string',
          default: '',
          placeholder: 'e.g. https://example.com',
          displayOptions: { show: { respondWith: ['redirect'] } },
        },
      ],
    },
  ],
};
