// Description of the Stop and Error node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Stop and Error',
  description: 'Stops the execution with a custom error',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["errorType"] === "errorObject" ? "Error Object" : $parameter["errorMessage"] }}',
  defaults: { name: 'Stop and Error', color: '#ff0000' },
  inputs: ['main'],
  outputs: [],
  properties: [
    {
      displayName: 'Error Type',
      name: 'errorType',
      type: 'options',
      default: 'errorMessage',
      options: [
        { name: 'Error Message', value: 'errorMessage' },
        { name: 'Error Object', value: 'errorObject' },
      ],
      description: 'Whether to enter a message or an object with details of the error',
    },
    {
      displayName: 'Error Message',
      name: 'errorMessage',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. The order has no customer.',
      displayOptions: { show: { errorType: ['errorMessage'] } },
    },
    {
      displayName: 'Error Object',
      name: 'errorObject',
      type: 'json',
      default: '',
      required: true,
      description: 'JSON object; its message, description or error is shown as the message',
      placeholder: '{\n  "code": "404",\n  "description": "The order could not be found"\n}',
      typeOptions: { alwaysOpenEditWindow: true },
      displayOptions: { show: { errorType: ['errorObject'] } },
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['throw', 'fail', 'abort', 'exception', 'error'],
  },
};
