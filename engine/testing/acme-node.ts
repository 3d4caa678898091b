// Descriptions of made-up node types for tests.
import type { NodeDescription } from '../workflow/node-type.ts';

/** Returns a description without inputs, outputs and properties, except for the given parts. */
export const acmeNode = (more: Partial<NodeDescription> = {}): NodeDescription => ({
  name: 'acme.test',
  displayName: 'Test',
  description: '',
  version: 1,
  group: [],
  defaults: { name: 'Test' },
  inputs: [],
  outputs: [],
  properties: [],
  ...more,
});

/** Returns a description with an operation per resource: deals can be created, users created and merged. */
export const acmeCrm = (more: Partial<NodeDescription> = {}): NodeDescription =>
  acmeNode({
    name: 'acme.crm',
    displayName: 'CRM',
    description: 'Works with the CRM',
    defaults: { name: 'CRM' },
    inputs: ['main'],
    outputs: ['main'],
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        default: '',
        displayOptions: { show: { resource: ['deal'] } },
        options: [{ name: 'Create', value: 'create', action: 'Create a deal' }],
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        default: '',
        displayOptions: { show: { resource: ['user'] } },
        options: [
          { name: 'Create', value: 'create', action: 'Create a user' },
          { name: 'Merge', value: 'merge' },
        ],
      },
    ],
    ...more,
  });
