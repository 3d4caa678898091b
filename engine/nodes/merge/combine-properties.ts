// Parameters of the Merge node shared by versions 2 and 3.
import type { DisplayRules, NodeProperty } from '../../workflow/node-type.ts';

/** Rows of fields to match, one per input. */
export function fieldsToMatch(show: DisplayRules): NodeProperty {
  const field = (input: number): NodeProperty => ({
    displayName: `Input ${input} Field`,
    name: `field${input}`,
    type: 'string',
    default: '',
    placeholder: 'e.g. id',
    hint: `Name of a field of input ${input}`,
    requiresDataPath: 'single',
  });
  return {
    displayName: 'Fields to Match',
    name: 'mergeByFields',
    type: 'fixedCollection',
    placeholder: 'Add Fields to Match',
    typeOptions: { multipleValues: true },
    default: { values: [{ field1: '', field2: '' }] },
    description: 'Items with equal values in all these fields match',
    displayOptions: { show },
    options: [{ displayName: 'Values', name: 'values', values: [field(1), field(2)] }],
  };
}

/** Properties for the output type, and the input whose data is returned. */
export function joinProperties(show: DisplayRules): NodeProperty[] {
  return [
    {
      displayName: 'Output Type',
      name: 'joinMode',
      type: 'options',
      default: 'keepMatches',
      description: 'Which items to return',
      displayOptions: { show },
      options: [
        { name: 'Keep Matches', value: 'keepMatches', description: 'Items that match, merged (inner join)' },
        { name: 'Keep Non-Matches', value: 'keepNonMatches', description: 'Items that do not match' },
        { name: 'Keep Everything', value: 'keepEverything', description: 'Matches merged, and the others unchanged (outer join)' },
        { name: 'Enrich Input 1', value: 'enrichInput1', description: 'All of input 1, with the data of its matches (left join)' },
        { name: 'Enrich Input 2', value: 'enrichInput2', description: 'All of input 2, with the data of its matches (right join)' },
      ],
    },
    {
      displayName: 'Output Data From',
      name: 'outputDataFrom',
      type: 'options',
      default: 'both',
      description: "Which input's data to return",
      displayOptions: { show: { ...show, joinMode: ['keepMatches', 'keepNonMatches'] } },
      options: [
        { name: 'Both Inputs', value: 'both' },
        { name: 'Input 1', value: 'input1' },
        { name: 'Input 2', value: 'input2' },
      ],
    },
  ];
}

const clashHandling: NodeProperty = {
  displayName: 'Clash Handling',
  name: 'clashHandling',
  type: 'fixedCollection',
  default: { values: { resolveClash: 'preferLast', mergeMode: 'deepMerge', overrideEmpty: false } },
  description: 'What to do if items to merge have a field with the same name',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'When Field Values Clash',
          name: 'resolveClash',
          type: 'options',
          default: 'preferLast',
          description: 'Which value is kept',
          options: [
            { name: 'Always Add Input Number to Field Names', value: 'addSuffix' },
            { name: 'Prefer Input 1 Version', value: 'preferInput1' },
            { name: 'Prefer Input 2 Version', value: 'preferInput2' },
            { name: 'Prefer Last Input Version', value: 'preferLast' },
          ],
        },
        {
          displayName: 'Merging Nested Fields',
          name: 'mergeMode',
          type: 'options',
          default: 'deepMerge',
          description: 'How to merge nested objects and lists',
          displayOptions: { hide: { resolveClash: ['addSuffix'] } },
          options: [
            { name: 'Deep Merge', value: 'deepMerge', description: 'At all levels' },
            { name: 'Shallow Merge', value: 'shallowMerge', description: 'At the top level only' },
          ],
        },
        {
          displayName: 'Minimize Empty Fields',
          name: 'overrideEmpty',
          type: 'boolean',
          default: false,
          description:
            'Whether to replace empty values of the preferred input (null, missing, or empty text) with those of the other input',
          displayOptions: { hide: { resolveClash: ['addSuffix'] } },
        },
      ],
    },
  ],
};

/** Options for combining. `byFields`, `byPosition`: display rules. */
export function combineOptions(byFields: DisplayRules, byPosition: DisplayRules): NodeProperty[] {
  return [
    clashHandling,
    {
      displayName: 'Disable Dot Notation',
      name: 'disableDotNotation',
      type: 'boolean',
      default: false,
      description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
      displayOptions: { show: byFields },
    },
    {
      displayName: 'Fuzzy Compare',
      name: 'fuzzyCompare',
      type: 'boolean',
      default: false,
      description: "Whether to tolerate small differences of type, such as the number 3 and the text '3'",
      displayOptions: { show: byFields },
    },
    {
      displayName: 'Include Any Unpaired Items',
      name: 'includeUnpaired',
      type: 'boolean',
      default: false,
      description: 'Whether to also return items without a counterpart in the other inputs',
      displayOptions: { show: byPosition },
    },
    {
      displayName: 'Multiple Matches',
      name: 'multipleMatches',
      type: 'options',
      default: 'all',
      description: 'What to do if an item of input 1 has several matches in input 2',
      displayOptions: { show: byFields },
      options: [
        { name: 'Include All Matches', value: 'all', description: 'One item for each match' },
        { name: 'Include First Match Only', value: 'first', description: 'Only the first match' },
      ],
    },
  ];
}
