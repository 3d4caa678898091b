// Parameters of webhook responses, shared by all nodes with webhooks.
import type { NodeProperty } from '../../../workflow/node-type.ts';

export const responseHeaders: NodeProperty = {
  displayName: 'Response Headers',
  name: 'responseHeaders',
  type: 'fixedCollection',
  default: {},
  placeholder: 'Add Response Header',
  typeOptions: { multipleValues: true },
  description: 'Headers of the response',
  options: [
    {
      displayName: 'Entries',
      name: 'entries',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '', description: 'Name of the header' },
        { displayName: 'Value', name: 'value', type: 'string', default: '', description: 'Value of the header' },
      ],
    },
  ],
};

/** Parameters for which part of the last node's data is returned. `when`: display conditions. */
export function responseDataProperties(when: Readonly<Record<string, readonly string[]>> = {}): readonly NodeProperty[] {
  const show = { ...when, responseMode: ['lastNode'] };
  return [
    {
      displayName: 'Response Data',
      name: 'responseData',
      type: 'options',
      default: 'firstEntryJson',
      options: [
        { name: 'All Entries', value: 'allEntries', description: 'All items, as a list' },
        { name: 'First Entry JSON', value: 'firstEntryJson', description: 'The json of the first item' },
        { name: 'First Entry Binary', value: 'firstEntryBinary', description: 'A file of the first item' },
        { name: 'No Response Body', value: 'noData', description: 'Nothing' },
      ],
      displayOptions: { show },
      description: 'Content of the response',
    },
    {
      displayName: 'Property Name',
      name: 'responseBinaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      displayOptions: { show: { ...show, responseData: ['firstEntryBinary'] } },
      description: 'Which file of the item to respond with',
    },
  ];
}
