// Parameters of a wait for a submitted form.
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  appendAttribution,
  buttonLabel,
  customCss,
  formFieldsProperty,
  ignoreBots,
  respondWithOptions,
} from '../_shared/form/properties.ts';

const form = { resume: ['form'] } as const;

export const formProperties: readonly NodeProperty[] = [
  {
    displayName: 'Form Title',
    name: 'formTitle',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. Contact us',
    displayOptions: { show: form },
    description: 'Shown at the top of the form',
  },
  {
    displayName: 'Form Description',
    name: 'formDescription',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    displayOptions: { show: form },
    description: 'Shown under the title',
  },
  formFieldsProperty({ show: form }),
  {
    displayName: 'Respond When',
    name: 'responseMode',
    type: 'options',
    default: 'onReceived',
    options: [
      { name: 'Form Is Submitted', value: 'onReceived', description: 'As soon as the form arrives' },
      { name: 'Workflow Finishes', value: 'lastNode', description: 'When the last node has run' },
      { name: "Using 'Respond to Webhook' Node", value: 'responseNode', description: 'Response set by a "Respond to Webhook" node' },
    ],
    displayOptions: { show: form },
    description: 'When the form is answered',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    displayOptions: { show: form },
    options: [
      appendAttribution,
      buttonLabel,
      customCss,
      respondWithOptions,
      ignoreBots,
      {
        displayName: 'Webhook Suffix',
        name: 'webhookSuffix',
        type: 'string',
        default: '',
        noDataExpression: true,
        description: 'Path of the form URL',
      },
    ],
  },
];
