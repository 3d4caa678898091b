// Description of the Approval node.
import type { NodeVersion } from '../../sdk/index.ts';
import { TOOL_INPUT } from '../_shared/ai/approval/properties.ts';

const limited = { limitWaitTime: [true] };

export const description: NodeVersion['description'] = {
  displayName: 'Approval',
  description: 'A person approves or denies each call of the connected tools',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Approval' },
  inputs: [TOOL_INPUT],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Tools'], Tools: ['Human Review'] },
    alias: ['human in the loop', 'hitl', 'review', 'confirm', 'permission', 'approve'],
  },
  webhooks: [
    {
      name: 'default',
      httpMethod: 'GET',
      responseMode: 'onReceived',
      path: '={{ $nodeId }}',
      restartWebhook: true,
      isFullPath: true,
      nodeType: 'form',
    },
    {
      name: 'default',
      httpMethod: 'POST',
      responseMode: 'onReceived',
      path: '={{ $nodeId }}',
      restartWebhook: true,
      isFullPath: true,
      nodeType: 'form',
    },
  ],
  properties: [
    {
      displayName:
        'Connect this node to an agent, and connect tools to it. When the agent calls one of them, the execution waits until a person has approved the call in the editor, or on the page whose address the execution shows.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Message',
      name: 'message',
      type: 'string',
      // The values are shown below the message.
      default: '=The agent wants to call {{ $tool.name }}.',
      typeOptions: { rows: 4 },
      description: 'What the person reads above the values that the model chose. $tool.name is the tool, $tool.parameters are the values.',
    },
    {
      displayName: 'Limit Wait Time',
      name: 'limitWaitTime',
      type: 'boolean',
      default: false,
      description: 'Whether the question expires',
    },
    {
      displayName: 'Limit Type',
      name: 'limitType',
      type: 'options',
      default: 'afterTimeInterval',
      options: [
        { name: 'After Time Interval', value: 'afterTimeInterval', description: 'A certain time after the call' },
        { name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
      ],
      displayOptions: { show: limited },
    },
    {
      displayName: 'Amount',
      name: 'resumeAmount',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 0, numberPrecision: 2 },
      displayOptions: { show: { ...limited, limitType: ['afterTimeInterval'] } },
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
      displayOptions: { show: { ...limited, limitType: ['afterTimeInterval'] } },
    },
    {
      displayName: 'Max Date and Time',
      name: 'maxDateAndTime',
      type: 'dateTime',
      default: '',
      displayOptions: { show: { ...limited, limitType: ['atSpecifiedTime'] } },
    },
    {
      displayName: 'When It Expires',
      name: 'onExpiry',
      type: 'options',
      default: 'deny',
      options: [
        { name: 'Deny the Call', value: 'deny', description: 'The model learns that nobody approved the call, and goes on' },
        { name: 'Stop with an Error', value: 'fail', description: 'The agent fails' },
      ],
      displayOptions: { show: limited },
    },
  ],
};
