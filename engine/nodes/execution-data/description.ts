// Description of the Execution Data node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Execution Data',
  description: 'Saves values with the execution, for searching the list of executions',
  version: [1, 1.1],
  group: ['input'],
  subtitle: 'Save Highlight Data',
  defaults: { name: 'Execution Data', color: '#29a568' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'The values are shown with the execution and can be searched. The items pass through unchanged.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      default: 'save',
      noDataExpression: true,
      options: [
        {
          name: 'Save Highlight Data (for Search/review)',
          value: 'save',
          action: 'Save highlight data (for search/review)',
        },
      ],
    },
    {
      displayName: 'Data to Save',
      name: 'dataToSave',
      type: 'fixedCollection',
      default: {},
      placeholder: 'Add Saved Field',
      typeOptions: { multipleValueButtonText: 'Add Saved Field', multipleValues: true },
      displayOptions: { show: { operation: ['save'] } },
      options: [
        {
          displayName: 'Values',
          name: 'values',
          values: [
            {
              displayName: 'Key',
              name: 'key',
              type: 'string',
              default: '',
              placeholder: 'e.g. customerId',
              requiresDataPath: 'single',
              description: 'Name of the value, at most 50 characters',
            },
            {
              displayName: 'Value',
              name: 'value',
              type: 'string',
              default: '',
              placeholder: 'e.g. 1234',
              description: 'The value, at most 512 characters',
            },
          ],
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['filter', 'metadata', 'search', 'highlight', 'annotate', 'custom data'],
  },
};
