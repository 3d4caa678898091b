// Description of versions 1 and 2 of Set.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';

const field = (
  type: 'boolean' | 'number' | 'string',
  displayName: string,
  empty: unknown,
): { name: string; displayName: string; values: NodeProperty[] } => ({
  name: type,
  displayName,
  values: [
    {
      displayName: 'Name',
      name: 'name',
      type: 'string',
      default: 'propertyName',
      requiresDataPath: 'single',
      description: 'Name of the field. Use dots for nested fields: data.person[0].name',
    },
    { displayName: 'Value', name: 'value', type, default: empty, description: 'Value of the field' },
  ],
});

export const description: NodeVersion['description'] = {
  displayName: 'Set',
  description: 'Sets fields of the items, and can drop all others',
  version: [1, 2],
  group: ['input'],
  defaults: { name: 'Set', color: '#0000ff' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Keep Only Set',
      name: 'keepOnlySet',
      type: 'boolean',
      default: false,
      description: 'Whether only the fields set here are kept and all others are dropped',
    },
    {
      displayName: 'Values to Set',
      name: 'values',
      type: 'fixedCollection',
      default: {},
      placeholder: 'Add Value',
      description: 'The fields to set',
      typeOptions: { multipleValues: true, sortable: true },
      options: [field('boolean', 'Boolean', false), field('number', 'Number', 0), field('string', 'String', '')],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      placeholder: 'Add Option',
      options: [
        {
          displayName: 'Dot Notation',
          name: 'dotNotation',
          type: 'boolean',
          default: true,
          description:
            'Whether a dot in a name reaches into objects: "a.b" sets { "a": { "b": value } }. Otherwise it sets { "a.b": value }.',
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['edit', 'add', 'field', 'value', 'json', 'object'],
  },
};
