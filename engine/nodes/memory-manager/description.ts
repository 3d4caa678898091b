// Description of the Chat Memory Manager.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayOptions } from '../../workflow/node-type.ts';

const shownFor = (mode: string): DisplayOptions => ({ show: { mode: [mode] } });

export const description: NodeVersion['description'] = {
  displayName: 'Chat Memory Manager',
  description: 'Reads, adds and removes the messages of a memory',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Chat Memory Manager' },
  inputs: [
    { displayName: '', type: 'main' },
    { displayName: 'Memory', type: 'ai_memory', required: true, maxConnections: 1 },
  ],
  outputs: [{ displayName: '', type: 'main' }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Miscellaneous', 'Root Nodes'] },
    alias: ['chat history', 'conversation', 'messages'],
  },
  properties: [
    {
      displayName: 'Operation Mode',
      name: 'mode',
      type: 'options',
      noDataExpression: true,
      default: 'load',
      options: [
        { name: 'Get Many Messages', value: 'load', description: 'Returns the messages of the memory' },
        { name: 'Insert Messages', value: 'insert', description: 'Adds messages to the memory, or replaces its messages' },
        { name: 'Delete Messages', value: 'delete', description: 'Removes messages from the memory' },
      ],
    },
    {
      displayName: 'Insert Mode',
      name: 'insertMode',
      type: 'options',
      noDataExpression: true,
      default: 'insert',
      description: 'What happens with the messages that the memory has',
      options: [
        { name: 'Insert Messages', value: 'insert', description: 'They stay; the new ones are added at the end' },
        { name: 'Override All Messages', value: 'override', description: 'The new ones replace them' },
      ],
      displayOptions: shownFor('insert'),
    },
    {
      displayName: 'Delete Mode',
      name: 'deleteMode',
      type: 'options',
      noDataExpression: true,
      default: 'lastN',
      description: 'Which messages are removed',
      options: [
        { name: 'Last N', value: 'lastN', description: 'The latest messages' },
        { name: 'All Messages', value: 'all', description: 'The whole conversation' },
      ],
      displayOptions: shownFor('delete'),
    },
    {
      displayName: 'Chat Messages',
      name: 'messages',
      type: 'fixedCollection',
      placeholder: 'Add message',
      default: {},
      typeOptions: { multipleValues: true },
      description: 'The messages that are added',
      displayOptions: shownFor('insert'),
      options: [
        {
          displayName: 'Messages',
          name: 'messageValues',
          values: [
            {
              displayName: 'Type Name or ID',
              name: 'type',
              type: 'options',
              default: 'system',
              description: 'Whose message it is',
              options: [
                { name: 'AI', value: 'ai' },
                { name: 'System', value: 'system' },
                { name: 'User', value: 'user' },
              ],
            },
            { displayName: 'Message', name: 'message', type: 'string', default: '', required: true, typeOptions: { rows: 2 } },
            {
              displayName: 'Hide Message in Chat',
              name: 'hideFromUI',
              type: 'boolean',
              default: false,
              required: true,
              description: 'Whether chats that show the conversation leave the message out',
            },
          ],
        },
      ],
    },
    {
      displayName: 'Messages Count',
      name: 'lastMessagesCount',
      type: 'number',
      default: 2,
      description: 'How many of the latest messages are removed',
      displayOptions: { show: { mode: ['delete'], deleteMode: ['lastN'] } },
    },
    {
      displayName: 'Simplify Output',
      name: 'simplifyOutput',
      type: 'boolean',
      default: true,
      description: 'Whether to return only what people and the model wrote',
      displayOptions: shownFor('load'),
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: shownFor('load'),
      options: [
        {
          displayName: 'Group Messages',
          name: 'groupMessages',
          type: 'boolean',
          default: true,
          description: 'Whether one item has all messages, or each message is an item of its own',
        },
      ],
    },
  ],
};
