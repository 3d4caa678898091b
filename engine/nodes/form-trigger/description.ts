// Description of the Form Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  appendAttribution,
  buttonLabel,
  customCss,
  formFieldsProperty,
  ignoreBots,
  respondWithOptions,
} from '../_shared/form/properties.ts';
import { callerAuthentication, callerCredentials } from '../_shared/webhook/caller-properties.ts';

const path = (displayOptions: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Form Path',
  name: 'path',
  type: 'string',
  default: '',
  placeholder: 'webhook',
  ...(displayOptions === undefined ? undefined : { displayOptions }),
  description: "Last part of the form's URL",
});

const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  options: [
    appendAttribution,
    buttonLabel,
    customCss,
    path({ show: { '@version': [{ _cnd: { gte: 2.2 } }] } }),
    respondWithOptions,
    ignoreBots,
    {
      displayName: 'Use Workflow Timezone',
      name: 'useWorkflowTimezone',
      type: 'boolean',
      default: true,
      description: "Whether to use the workflow's time zone instead of UTC",
    },
  ],
};

/** In version 1, the form is below the id of the node's webhook. */
const webhookOfPath = '={{ $nodeVersion === 1 ? "n8n-form" : $parameter["path"] || $parameter["options"]["path"] || "" }}';
const isFullPath = '={{ $nodeVersion !== 1 }}';

export const description: NodeVersion['description'] = {
  displayName: 'Form Trigger',
  description: 'Starts the workflow when a form is submitted',
  version: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6],
  group: ['trigger'],
  defaults: { name: 'On form submission' },
  inputs: [],
  outputs: ['main'],
  eventTriggerDescription: 'Waiting for you to submit the form',
  credentials: callerCredentials('authentication'),
  webhooks: [
    { name: 'setup', httpMethod: 'GET', path: webhookOfPath, isFullPath, nodeType: 'form' },
    {
      name: 'default',
      httpMethod: 'POST',
      path: webhookOfPath,
      isFullPath,
      nodeType: 'form',
      responseMode: '={{ $parameter["responseMode"] }}',
    },
  ],
  properties: [
    { ...callerAuthentication('authentication'), description: 'How visitors must authenticate' },
    path({ show: { '@version': [{ _cnd: { between: { from: 2, to: 2.1 } } }] } }),
    // Later versions have it as an option, but their files contain it here as well.
    { ...path({ show: { '@version': [{ _cnd: { gte: 2.2 } }] } }), type: 'hidden' },
    {
      displayName: 'Form Title',
      name: 'formTitle',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. Contact us',
      description: 'Shown at the top of the form',
    },
    {
      displayName: 'Form Description',
      name: 'formDescription',
      type: 'string',
      default: '',
      typeOptions: { rows: 2 },
      placeholder: "e.g. We'll get back to you soon",
      description: 'Shown under the title',
    },
    formFieldsProperty(),
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
      description: 'When the form is answered',
    },
    options,
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['table', 'submit', 'post', 'survey', 'questionnaire'],
  },
};
