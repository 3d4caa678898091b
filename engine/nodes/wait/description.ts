// Description of the Wait node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { callerCredentials } from '../_shared/webhook/caller-properties.ts';
import { formProperties } from './form-properties.ts';
import { webhookProperties } from './webhook-properties.ts';

const units = [
  { name: 'Seconds', value: 'seconds' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Hours', value: 'hours' },
  { name: 'Days', value: 'days' },
] as const;

const resume: NodeProperty = {
  displayName: 'Resume',
  name: 'resume',
  type: 'options',
  default: 'timeInterval',
  options: [
    { name: 'After Time Interval', value: 'timeInterval', description: 'Waits for a time interval' },
    { name: 'At Specified Time', value: 'specificTime', description: 'Waits until a date and time' },
    { name: 'On Webhook Call', value: 'webhook', description: 'Waits for a webhook request' },
    { name: 'On Form Submitted', value: 'form', description: 'Waits for a submitted form' },
  ],
  description: 'When to continue the execution',
};

const interval = (version: number, amount: number, unit: string): readonly NodeProperty[] => [
  {
    displayName: 'Wait Amount',
    name: 'amount',
    type: 'number',
    default: amount,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: { show: { resume: ['timeInterval'], '@version': [version] } },
    description: 'Waiting time',
    validateType: 'number',
  },
  {
    displayName: 'Wait Unit',
    name: 'unit',
    type: 'options',
    default: unit,
    options: units,
    displayOptions: { show: { resume: ['timeInterval'], '@version': [version] } },
    description: 'Unit of the amount',
  },
];

const time: readonly NodeProperty[] = [
  ...interval(1, 1, 'hours'),
  ...interval(1.1, 5, 'seconds'),
  {
    displayName: 'Date and Time',
    name: 'dateTime',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: { show: { resume: ['specificTime'] } },
    description: "When the workflow continues. A time without a zone is in the workflow's time zone.",
  },
];

const limitedModes = { resume: ['webhook', 'form'] } as const;

const limit: readonly NodeProperty[] = [
  {
    displayName: 'Limit Wait Time',
    name: 'limitWaitTime',
    type: 'boolean',
    default: false,
    displayOptions: { show: limitedModes },
    description: 'Whether to continue after a time limit if no request arrives',
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
    displayOptions: { show: { ...limitedModes, limitWaitTime: [true] } },
    description: 'How to specify the end of the wait',
  },
  {
    displayName: 'Amount',
    name: 'resumeAmount',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 0, numberPrecision: 2 },
    displayOptions: { show: { ...limitedModes, limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
    description: 'Maximum waiting time',
  },
  {
    displayName: 'Unit',
    name: 'resumeUnit',
    type: 'options',
    default: 'hours',
    options: units,
    displayOptions: { show: { ...limitedModes, limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
    description: 'Unit of the amount',
  },
  {
    displayName: 'Max Date and Time',
    name: 'maxDateAndTime',
    type: 'dateTime',
    default: '',
    displayOptions: { show: { ...limitedModes, limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
    description: 'When to continue at the latest',
  },
];

const suffix = '={{ $parameter["options"]["webhookSuffix"] || "" }}';

export const description: NodeVersion['description'] = {
  displayName: 'Wait',
  description: 'Waits before the execution continues',
  version: [1, 1.1],
  group: ['organization'],
  defaults: { name: 'Wait', color: '#804050' },
  inputs: ['main'],
  outputs: ['main'],
  credentials: callerCredentials('incomingAuthentication'),
  webhooks: [
    {
      name: 'default',
      httpMethod: '={{ $parameter["httpMethod"] }}',
      path: suffix,
      responseMode: '={{ $parameter["responseMode"] }}',
      isFullPath: true,
      restartWebhook: true,
      when: '={{ $parameter["resume"] === "webhook" }}',
    },
    ...['GET', 'POST'].map((httpMethod) => ({
      name: httpMethod === 'GET' ? 'setup' : 'form',
      httpMethod,
      path: suffix,
      isFullPath: true,
      restartWebhook: true,
      nodeType: 'form',
      when: '={{ $parameter["resume"] === "form" }}',
    })),
  ],
  properties: [resume, ...time, ...webhookProperties, ...formProperties, ...limit],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers', 'Flow'] },
    alias: ['pause', 'sleep', 'delay', 'timeout', 'resume', 'schedule'],
  },
};
