// Description of the iCalendar node.
import type { NodeVersion } from '../../sdk/index.ts';
import { eventProperties } from '../_shared/files/event-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'iCalendar',
  description: 'Creates calendar files',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'iCalendar', color: '#408000' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'createEventFile',
      description: 'What to make',
      options: [
        {
          name: 'Create Event File',
          value: 'createEventFile',
          action: 'Create an event file',
          description: 'A file with one event, for each item',
        },
      ],
    },
    ...eventProperties(
      { show: { operation: ['createEventFile'] } },
      {
        displayName: 'Put Output File in Field',
        name: 'binaryPropertyName',
        type: 'string',
        default: 'data',
        required: true,
        description: "Name of the item's output file",
      },
    ),
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files'] },
    alias: ['ics', 'calendar', 'event', 'ical', 'appointment'],
  },
};
