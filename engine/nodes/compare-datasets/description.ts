// Descriptions of the Compare Datasets node: version 1 names its inputs 1 and 2, later ones A and B.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const fuzzyCompare: NodeProperty = {
  displayName: 'Fuzzy Compare',
  name: 'fuzzyCompare',
  type: 'boolean',
  default: false,
  description: "Whether to tolerate small differences of type, such as the number 3 and the text '3'",
};

/** `first`, `second`: names of the inputs. In version 1, Fuzzy Compare is an option. */
function compareProperties(first: string, second: string, isFirstVersion: boolean): NodeProperty[] {
  return [
    fieldsToMatch(first, second),
    {
      displayName: 'When There Are Differences',
      name: 'resolve',
      type: 'options',
      default: isFirstVersion ? 'preferInput2' : 'includeBoth',
      description: 'Which values to return in the Different output',
      options: [
        { name: `Use Input ${first} Version`, value: 'preferInput1' },
        { name: `Use Input ${second} Version`, value: 'preferInput2' },
        { name: 'Use a Mix of Versions', value: 'mix', description: 'One version, but for some fields the other' },
        { name: 'Include Both Versions', value: 'includeBoth', description: 'Both versions of every field that differs' },
      ],
    },
    ...(isFirstVersion ? [] : [fuzzyCompare]),
    {
      displayName: 'Prefer',
      name: 'preferWhenMix',
      type: 'options',
      default: 'input1',
      description: 'Which version to use',
      displayOptions: { show: { resolve: ['mix'] } },
      options: [
        { name: `Input ${first} Version`, value: 'input1' },
        { name: `Input ${second} Version`, value: 'input2' },
      ],
    },
    {
      displayName: 'For Everything Except',
      name: 'exceptWhenMix',
      type: 'string',
      default: '',
      placeholder: 'e.g. id, country',
      description: 'Fields taken from the other version. Names separated by commas.',
      requiresDataPath: 'multiple',
      displayOptions: { show: { resolve: ['mix'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [...(isFirstVersion ? [fuzzyCompare] : []), ...options],
    },
  ];
}

function fieldsToMatch(first: string, second: string): NodeProperty {
  return {
    displayName: 'Fields to Match',
    name: 'mergeByFields',
    type: 'fixedCollection',
    placeholder: 'Add Fields to Match',
    typeOptions: { multipleValues: true },
    default: { values: [{ field1: '', field2: '' }] },
    description: 'Items of the two inputs with equal values in these fields are compared',
    options: [
      {
        displayName: 'Values',
        name: 'values',
        values: [
          {
            displayName: `Input ${first} Field`,
            name: 'field1',
            type: 'string',
            default: '',
            placeholder: 'e.g. id',
            hint: `Name of a field of input ${first}`,
            requiresDataPath: 'single',
          },
          {
            displayName: `Input ${second} Field`,
            name: 'field2',
            type: 'string',
            default: '',
            placeholder: 'e.g. id',
            hint: `Name of a field of input ${second}`,
            requiresDataPath: 'single',
          },
        ],
      },
    ],
  };
}

const options: readonly NodeProperty[] = [
  {
    displayName: 'Fields to Skip Comparing',
    name: 'skipFields',
    type: 'string',
    default: '',
    placeholder: 'e.g. updated_at, updated_by',
    description: 'Fields to exclude from the comparison. Names separated by commas.',
    requiresDataPath: 'multiple',
  },
  {
    displayName: 'Disable Dot Notation',
    name: 'disableDotNotation',
    type: 'boolean',
    default: false,
    description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
  },
  {
    displayName: 'Multiple Matches',
    name: 'multipleMatches',
    type: 'options',
    default: 'all',
    description: 'What to do if several items have the same values in the fields to match',
    options: [
      { name: 'Include First Match Only', value: 'first', description: 'Only the first item of each input' },
      { name: 'Include All Matches', value: 'all', description: 'Every item is compared with every match' },
    ],
  },
];

/** Properties shared by all versions. */
const about = {
  displayName: 'Compare Datasets',
  description: 'Compares two inputs and finds items that are only in one, the same, or different',
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Compare Datasets' },
  inputs: ['main', 'main'],
  outputs: ['main', 'main', 'main', 'main'],
  requiredInputs: 1,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
    alias: ['diff', 'difference', 'match', 'merge', 'new', 'sync'],
  },
} as const;

/** Version 1 of the Compare Datasets node. */
export const descriptionV1: NodeVersion['description'] = {
  ...about,
  version: 1,
  inputNames: ['Input 1', 'Input 2'],
  outputNames: ['In 1 only', 'Same', 'Different', 'In 2 only'],
  properties: compareProperties('1', '2', true),
};

/** Versions 2 to 2.3 of the Compare Datasets node. */
export const descriptionV2: NodeVersion['description'] = {
  ...about,
  version: [2, 2.1, 2.2, 2.3],
  inputNames: ['Input A', 'Input B'],
  outputNames: ['In A only', 'Same', 'Different', 'In B only'],
  properties: compareProperties('A', 'B', false),
};
