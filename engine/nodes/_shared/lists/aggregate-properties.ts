// The parameters for combining items, for the Aggregate and Item Lists nodes.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import { type FieldsShape, fieldsProperty } from '../fields/fields-property.ts';

/** Properties for aggregated fields. `show`: display rules for all of them; `shape`: format of field names in workflow files. */
export function aggregateProperties(show: DisplayRules, shape: FieldsShape = 'text'): NodeProperty[] {
  const displayOptions = Object.keys(show).length === 0 ? {} : { displayOptions: { show } };
  const whole = { ...show, aggregate: ['aggregateAllItemData'] };
  return [
    {
      displayName: 'Aggregate',
      name: 'aggregate',
      type: 'options',
      default: 'aggregateIndividualFields',
      description: 'Content of the lists',
      ...displayOptions,
      options: [
        { name: 'Individual Fields', value: 'aggregateIndividualFields', description: 'A list of values for each field' },
        { name: 'All Item Data (Into a Single List)', value: 'aggregateAllItemData', description: 'One list of whole items' },
      ],
    },
    fieldsToAggregate(show),
    {
      displayName: 'Put Output in Field',
      name: 'destinationFieldName',
      type: 'string',
      default: 'data',
      displayOptions: { show: whole },
      description: 'Output field for the list of items',
    },
    {
      displayName: 'Include',
      name: 'include',
      type: 'options',
      default: 'allFields',
      displayOptions: { show: whole },
      description: 'Which fields of the items to include in the list',
      options: [
        { name: 'All Fields', value: 'allFields' },
        { name: 'Specified Fields', value: 'specifiedFields' },
        { name: 'All Fields Except', value: 'allFieldsExcept' },
      ],
    },
    fieldsProperty(shape, {
      displayName: 'Fields To Exclude',
      name: 'fieldsToExclude',
      description: 'Fields to exclude',
      displayOptions: { show: { ...whole, include: ['allFieldsExcept'] } },
    }),
    fieldsProperty(shape, {
      displayName: 'Fields To Include',
      name: 'fieldsToInclude',
      description: 'Fields to keep',
      displayOptions: { show: { ...whole, include: ['specifiedFields'] } },
    }),
    { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Field', default: {}, ...displayOptions, options },
  ];
}

function fieldsToAggregate(show: DisplayRules): NodeProperty {
  return {
    displayName: 'Fields To Aggregate',
    name: 'fieldsToAggregate',
    type: 'fixedCollection',
    placeholder: 'Add Field To Aggregate',
    typeOptions: { multipleValues: true },
    default: { fieldToAggregate: [{ fieldToAggregate: '', renameField: false }] },
    description: 'The fields whose values become lists',
    displayOptions: { show: { ...show, aggregate: ['aggregateIndividualFields'] } },
    options: [{ displayName: '', name: 'fieldToAggregate', values: fieldRow }],
  };
}

const fieldRow: readonly NodeProperty[] = [
  {
    displayName: 'Input Field Name',
    name: 'fieldToAggregate',
    type: 'string',
    default: '',
    placeholder: 'e.g. id',
    description: 'The field whose values become a list',
    requiresDataPath: 'single',
  },
  {
    displayName: 'Rename Field',
    name: 'renameField',
    type: 'boolean',
    default: false,
    description: 'Whether to rename the field in the output',
  },
  {
    displayName: 'Output Field Name',
    name: 'outputFieldName',
    type: 'string',
    default: '',
    displayOptions: { show: { renameField: [true] } },
    description: 'Name of the output field. Defaults to the name of the input field.',
    requiresDataPath: 'single',
  },
];

const individual = { show: { '/aggregate': ['aggregateIndividualFields'] } };

const options: readonly NodeProperty[] = [
  {
    displayName: 'Disable Dot Notation',
    name: 'disableDotNotation',
    type: 'boolean',
    default: false,
    displayOptions: individual,
    description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
  },
  {
    displayName: 'Merge Lists',
    name: 'mergeLists',
    type: 'boolean',
    default: false,
    displayOptions: individual,
    description: 'Whether to merge lists into one flat list instead of a list of lists',
  },
  {
    displayName: 'Include Binaries',
    name: 'includeBinaries',
    type: 'boolean',
    default: false,
    description: 'Whether to include the files of all items in the new item',
  },
  {
    displayName: 'Keep Only Unique Binaries',
    name: 'keepOnlyUnique',
    type: 'boolean',
    default: false,
    displayOptions: { show: { includeBinaries: [true] } },
    description: 'Whether to include files of the same type, size and extension only once',
  },
  {
    displayName: 'Keep Missing And Null Values',
    name: 'keepMissing',
    type: 'boolean',
    default: false,
    displayOptions: individual,
    description: 'Whether to add a null to the list for missing and null values',
  },
];
