// Description of the Rename Keys node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Rename Keys',
  description: 'Renames fields of the items',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Rename Keys', color: '#772244' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Keys',
      name: 'keys',
      type: 'fixedCollection',
      default: {},
      placeholder: 'Add new key',
      description: 'The fields to rename, one after the other',
      typeOptions: { multipleValues: true, sortable: true },
      options: [
        {
          displayName: 'Key',
          name: 'key',
          values: [
            {
              displayName: 'Current Key Name',
              name: 'currentKey',
              type: 'string',
              default: '',
              placeholder: 'currentKey',
              requiresDataPath: 'single',
              description: 'The current name of the field. Use dots for nested fields: level1.level2.currentKey',
            },
            {
              displayName: 'New Key Name',
              name: 'newKey',
              type: 'string',
              default: '',
              placeholder: 'newKey',
              description: 'The new name of the field. Use dots for nested fields: level1.level2.newKey',
            },
          ],
        },
      ],
    },
    {
      displayName: 'Additional Options',
      name: 'additionalOptions',
      type: 'collection',
      default: {},
      placeholder: 'Add option',
      options: [
        {
          displayName: 'Regex',
          name: 'regexReplacement',
          type: 'fixedCollection',
          default: { replacements: [{}] },
          placeholder: 'Add new regular expression',
          description: 'Renames every field whose name matches, also those renamed above',
          typeOptions: { multipleValues: true, sortable: true },
          options: [
            {
              displayName: 'Replacement',
              name: 'replacements',
              values: [
                {
                  displayName: 'A regular expression may match unintended fields, and those renamed above.',
                  name: 'regExNotice',
                  type: 'notice',
                  default: '',
                },
                {
                  displayName: 'Regular Expression',
                  name: 'searchRegex',
                  type: 'string',
                  default: '',
                  placeholder: 'e.g. [N-n]ame',
                  description: 'Text to find in field names',
                },
                {
                  displayName: 'Replace With',
                  name: 'replaceRegex',
                  type: 'string',
                  default: '',
                  placeholder: 'e.g. newName',
                  description: 'Replacement; $1 is the first group',
                },
                {
                  displayName: 'Options',
                  name: 'options',
                  type: 'collection',
                  default: {},
                  placeholder: 'Add Regex Option',
                  options: [
                    {
                      displayName: 'Case Insensitive',
                      name: 'caseInsensitive',
                      type: 'boolean',
                      default: false,
                      description: 'Whether to ignore upper and lower case',
                    },
                    {
                      displayName: 'Max Depth',
                      name: 'depth',
                      type: 'number',
                      default: -1,
                      description: 'Depth of nested objects: -1 for no limit, 0 for the first level only',
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['rename', 'field', 'property', 'column', 'regex'],
  },
};
