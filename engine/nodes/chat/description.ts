// Description of the Chat node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayRules, NodeProperty } from '../../workflow/node-type.ts';

const waiting: DisplayRules = { operation: ['sendAndWait'] };
const since = { '@version': [{ _cnd: { gte: 1.1 } }] };
const ofType = (...types: readonly string[]): NodeProperty['displayOptions'] => ({ show: { limitType: types } });

const limitWaitTime = (displayOptions?: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Limit Wait Time',
  name: 'limitWaitTime',
  type: 'fixedCollection',
  description: 'When the workflow goes on without a reply',
  default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
  ...(displayOptions === undefined ? {} : { displayOptions }),
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Limit Type',
          name: 'limitType',
          type: 'options',
          default: 'afterTimeInterval',
          options: [
            { name: 'After Time Interval', value: 'afterTimeInterval', description: 'Waits for a certain time' },
            { name: 'At Specified Time', value: 'atSpecifiedTime', description: 'Waits until a date and time' },
          ],
        },
        {
          displayName: 'Amount',
          name: 'resumeAmount',
          type: 'number',
          default: 1,
          typeOptions: { minValue: 0, numberPrecision: 2 },
          displayOptions: ofType('afterTimeInterval'),
        },
        {
          displayName: 'Unit',
          name: 'resumeUnit',
          type: 'options',
          default: 'hours',
          displayOptions: ofType('afterTimeInterval'),
          options: [
            { name: 'Minutes', value: 'minutes' },
            { name: 'Hours', value: 'hours' },
            { name: 'Days', value: 'days' },
          ],
        },
        {
          displayName: 'Max Date and Time',
          name: 'maxDateAndTime',
          type: 'dateTime',
          default: '',
          displayOptions: ofType('atSpecifiedTime'),
        },
      ],
    },
  ],
});

const autoSave: NodeProperty = {
  displayName: 'Automatically Save Highlighted Data',
  name: 'autoSaveHighlightedData',
  type: 'boolean',
  default: true,
  description: 'Whether the message is saved as highlighted data of the execution, by which executions can be searched',
};

const options = (displayOptions: NonNullable<NodeProperty['displayOptions']>, fields: readonly NodeProperty[]): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions,
  options: fields,
});

const styles = [
  { name: 'Primary', value: 'primary' },
  { name: 'Secondary', value: 'secondary' },
];

const label = (displayName: string, name: string, value: string, kinds: readonly string[]): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  displayOptions: { show: { approvalType: kinds } },
});

const buttonStyle = (displayName: string, name: string, value: string, kinds: readonly string[]): NodeProperty => ({
  displayName,
  name,
  type: 'options',
  default: value,
  options: styles,
  displayOptions: { show: { approvalType: kinds } },
});

const approvalOptions: NodeProperty = {
  displayName: 'Approval Options',
  name: 'approvalOptions',
  type: 'fixedCollection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: { show: { responseType: ['approval'], ...waiting } },
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Type of Approval',
          name: 'approvalType',
          type: 'options',
          default: 'single',
          options: [
            { name: 'Approve Only', value: 'single' },
            { name: 'Approve and Disapprove', value: 'double' },
          ],
        },
        label('Approve Button Label', 'approveLabel', 'Approve', ['single', 'double']),
        buttonStyle('Approve Button Style', 'buttonApprovalStyle', 'primary', ['single', 'double']),
        label('Disapprove Button Label', 'disapproveLabel', 'Decline', ['double']),
        buttonStyle('Disapprove Button Style', 'buttonDisapprovalStyle', 'secondary', ['double']),
      ],
    },
  ],
};

export const description: NodeVersion['description'] = {
  displayName: 'Chat',
  description: 'Sends a message to the chat that started the workflow, and waits for a reply if asked to',
  version: [1, 1.1, 1.2, 1.3],
  group: ['input'],
  defaults: { name: 'Chat' },
  codex: { categories: ['Core Nodes', 'AI'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['human', 'wait', 'approval', 'reply'] },
  inputs:
    '={{ ["main", ...($parameter.options?.memoryConnection === true ? [{ type: "ai_memory", displayName: "Memory", maxConnections: 1, required: true }] : [])] }}',
  outputs: ['main'],
  usableAsTool: true,
  webhooks: [
    { name: 'default', httpMethod: 'GET', responseMode: 'onReceived', path: '={{ $nodeId }}', restartWebhook: true, isFullPath: true },
    { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: '={{ $nodeId }}', restartWebhook: true, isFullPath: true },
  ],
  properties: [
    {
      displayName: 'The workflow must begin with a Chat Trigger whose response mode is "Using Response Nodes".',
      name: 'generalNotice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      default: 'send',
      noDataExpression: true,
      displayOptions: { show: since },
      options: [
        { name: 'Send Message', value: 'send', action: 'Send a message' },
        { name: 'Send and Wait for Response', value: 'sendAndWait', action: 'Send a message and wait for a response' },
      ],
    },
    { displayName: 'Message', name: 'message', type: 'string', default: '', required: true, typeOptions: { rows: 4 } },
    {
      displayName: 'Wait for User Reply',
      name: 'waitUserReply',
      type: 'boolean',
      default: true,
      noDataExpression: true,
      displayOptions: { show: { '@version': [{ _cnd: { lt: 1.1 } }] } },
    },
    {
      displayName: 'Response Type',
      name: 'responseType',
      type: 'options',
      default: 'freeTextChat',
      displayOptions: { show: waiting },
      options: [
        { name: 'Approval', value: 'approval', description: 'A person approves or declines with a button' },
        { name: 'Free Text', value: 'freeTextChat', description: 'A person writes a reply' },
      ],
    },
    {
      displayName: 'Block User Input',
      name: 'blockUserInput',
      type: 'boolean',
      default: false,
      description: 'Whether a written reply does not count as an answer to the approval',
      displayOptions: { show: { responseType: ['approval'] } },
    },
    approvalOptions,
    options({ hide: { '@tool': [true] } }, [
      {
        displayName: 'Add Memory Input Connection',
        name: 'memoryConnection',
        type: 'boolean',
        default: false,
        description: 'Whether message and reply are added to a memory',
        displayOptions: { hide: { '/responseType': ['approval'] } },
      },
      limitWaitTime({ show: { '/waitUserReply': [true] } }),
      limitWaitTime({ show: { '/operation': ['sendAndWait'] } }),
      autoSave,
    ]),
    options({ show: { '@tool': [true], '/waitUserReply': [true] } }, [limitWaitTime(), autoSave]),
    options({ show: { '@tool': [true], '/operation': ['sendAndWait'] } }, [limitWaitTime(), autoSave]),
  ],
};
