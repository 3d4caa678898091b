// The parameters for sorting, for the Sort and Item Lists nodes.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';

const sortField: readonly NodeProperty[] = [
  {
    displayName: 'Field Name',
    name: 'fieldName',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. id',
    description: 'Field to sort by. Further fields break ties.',
    requiresDataPath: 'single',
  },
  {
    displayName: 'Order',
    name: 'order',
    type: 'options',
    default: 'ascending',
    description: 'Which values come first',
    options: [
      { name: 'Ascending', value: 'ascending' },
      { name: 'Descending', value: 'descending' },
    ],
  },
];

/** Properties for type, fields and code. `show`: display rules for all of them. */
export function sortProperties(show: DisplayRules): NodeProperty[] {
  return [
    {
      displayName: 'Type',
      name: 'type',
      type: 'options',
      default: 'simple',
      description: 'How to sort',
      ...(Object.keys(show).length === 0 ? {} : { displayOptions: { show } }),
      options: [
        { name: 'Simple', value: 'simple', description: 'By the values of fields' },
        { name: 'Random', value: 'random', description: 'In a new random order each time' },
        { name: 'Code', value: 'code', description: 'By JavaScript that compares two items' },
      ],
    },
    {
      displayName: 'Fields To Sort By',
      name: 'sortFieldsUi',
      type: 'fixedCollection',
      typeOptions: { multipleValues: true },
      placeholder: 'Add Field To Sort By',
      description: 'The fields to sort by',
      default: {},
      displayOptions: { show: { ...show, type: ['simple'] } },
      options: [
        {
          displayName: '',
          name: 'sortField',
          values: [...sortField],
        },
      ],
    },
    {
      displayName: 'Code',
      name: 'code',
      type: 'string',
      typeOptions: { editor: 'jsEditor', rows: 10 },
      default: `// a and b are two items. Return a number below 0 to put a first,
// above 0 to put b first, or 0 to leave them as they are.
if (a.json.name < b.json.name) return -1;
if (a.json.name > b.json.name) return 1;
return 0;`,
      description: 'JavaScript that compares the items a and b',
      displayOptions: { show: { ...show, type: ['code'] } },
    },
  ];
}
