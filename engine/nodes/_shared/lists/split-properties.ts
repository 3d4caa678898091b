// The parameters for splitting lists into items, for the Split Out and Item Lists nodes.
import type { ExecuteContext } from '../../../sdk/index.ts';
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import { fieldList, type FieldsShape, fieldsProperty } from '../fields/fields-property.ts';
import type { SplitSettings } from './split-items.ts';

const splitOptions: readonly NodeProperty[] = [
  {
    displayName: 'Disable Dot Notation',
    name: 'disableDotNotation',
    type: 'boolean',
    default: false,
    description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
  },
  {
    displayName: 'Destination Field Name',
    name: 'destinationFieldName',
    type: 'string',
    default: '',
    requiresDataPath: 'multiple',
    description: 'Output field for the entries. For several fields, names separated by commas, in the same order.',
  },
  {
    displayName: 'Include Binary',
    name: 'includeBinary',
    type: 'boolean',
    default: false,
    description: "Whether to include the item's files in the new items",
  },
];

/**
 * Properties for fields, other fields to include, and options. `show`: display rules for all of them; `shape`: format of the included fields in
 * workflow files.
 */
export function splitProperties(show: DisplayRules, shape: FieldsShape = 'text'): NodeProperty[] {
  const displayOptions = Object.keys(show).length === 0 ? {} : { displayOptions: { show } };
  return [
    {
      displayName: 'Fields To Split Out',
      name: 'fieldToSplitOut',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'Drag fields here or type their names',
      description:
        'The field that contains the list. Several fields, separated by commas, are split in parallel. Use $binary to split the files of an item.',
      requiresDataPath: 'multiple',
      ...displayOptions,
    },
    {
      displayName: 'Include',
      name: 'include',
      type: 'options',
      default: 'noOtherFields',
      description: 'Which other fields to include in the new items',
      ...displayOptions,
      options: [
        { name: 'No Other Fields', value: 'noOtherFields' },
        { name: 'All Other Fields', value: 'allOtherFields' },
        { name: 'Selected Other Fields', value: 'selectedOtherFields' },
      ],
    },
    fieldsProperty(shape, {
      displayName: 'Fields To Include',
      name: 'fieldsToInclude',
      description: 'Fields to include',
      displayOptions: { show: { ...show, include: ['selectedOtherFields'] } },
    }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      ...displayOptions,
      options: [...splitOptions],
    },
  ];
}

/** Names of the parameters that `splitSettings` reads. */
export const splitParameters = ['fieldToSplitOut', 'include', 'fieldsToInclude', 'options'] as const;

/** Reads the settings of an item from these parameters. */
export function splitSettings(ctx: ExecuteContext, itemIndex: number): SplitSettings {
  return {
    fields: fieldList(ctx.param('fieldToSplitOut', itemIndex, '')),
    destinations: fieldList(ctx.param('options.destinationFieldName', itemIndex, '')),
    include: ctx.param<SplitSettings['include']>('include', itemIndex, 'noOtherFields'),
    includeFields: fieldList(ctx.param('fieldsToInclude', itemIndex, '')),
    dotNotation: !ctx.param('options.disableDotNotation', itemIndex, false),
    includeBinary: ctx.param('options.includeBinary', itemIndex, false),
    listsOnly: false,
  };
}
