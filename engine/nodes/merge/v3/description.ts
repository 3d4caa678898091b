// Description of versions 3, 3.1 and 3.2 of the Merge node.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { DisplayRules, NodeProperty, PropertyOption } from '../../../workflow/node-type.ts';
import { about } from '../about.ts';
import { combineOptions, fieldsToMatch, joinProperties } from '../combine-properties.ts';

/** Maximum number of inputs. */
const mostInputs = 10;

const combine = { mode: ['combine'] };
const byFields = { ...combine, combineBy: ['combineByFields'] };
const sql = { mode: ['combineBySql'] };

const numbers = (from: number): PropertyOption[] =>
  Array.from({ length: mostInputs - from + 1 }, (_, index) => ({ name: String(from + index), value: from + index }));

const ports = (entries: readonly string[]): string =>
  `[${entries.join(', ')}].slice(0, $parameter["mode"] === "combine" && $parameter["combineBy"] === "combineByFields" ? 2 : $parameter["numberInputs"] || 2)`;
const range = Array.from({ length: mostInputs }, (_, index) => index);
const portList = ports(range.map((index) => `{ type: "main", displayName: "Input ${index + 1}" }`));

const numberInputs = (show: DisplayRules): NodeProperty => ({
  displayName: 'Number of Inputs',
  name: 'numberInputs',
  type: 'options',
  noDataExpression: true,
  default: 2,
  description: 'Number of inputs. Items are returned in the order of the inputs.',
  displayOptions: { show },
  options: numbers(2),
});

const emptyQueryResult = (fallback: 'success' | 'empty', show: DisplayRules): NodeProperty => ({
  displayName: 'Empty Query Result',
  name: 'emptyQueryResult',
  type: 'options',
  default: fallback,
  description: 'Output if the query returns no rows',
  displayOptions: { show },
  options: [
    { name: 'Success', value: 'success', description: 'One item that says so' },
    { name: 'Empty Result', value: 'empty', description: 'No items' },
  ],
});

const chooseBranch: readonly NodeProperty[] = [
  {
    displayName: 'Output Type',
    name: 'chooseBranchMode',
    type: 'options',
    default: 'waitForAll',
    description: 'When the node continues',
    displayOptions: { show: { mode: ['chooseBranch'] } },
    options: [{ name: 'Wait for All Inputs to Arrive', value: 'waitForAll' }],
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    default: 'specifiedInput',
    description: 'Output of the node',
    displayOptions: { show: { mode: ['chooseBranch'], chooseBranchMode: ['waitForAll'] } },
    options: [
      { name: 'Data of Specified Input', value: 'specifiedInput' },
      { name: 'A Single, Empty Item', value: 'empty' },
    ],
  },
  {
    displayName: 'Use Data of Input',
    name: 'useDataOfInput',
    type: 'options',
    default: 1,
    description: 'The input whose items to return',
    displayOptions: { show: { mode: ['chooseBranch'], output: ['specifiedInput'] } },
    options: numbers(1),
  },
];

export const description: NodeVersion['description'] = {
  ...about,
  version: [3, 3.1, 3.2],
  inputs: `={{ ${portList} }}`,
  // The selected input is known only once all have arrived.
  requiredInputs: `={{ $parameter["mode"] === "chooseBranch" ? ${ports(range.map(String))} : 1 }}`,
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'append',
      description: 'How to combine the inputs',
      options: [
        { name: 'Append', value: 'append', description: 'The items of all inputs, one input after the other' },
        { name: 'Combine', value: 'combine', description: 'Merge items of the inputs with each other' },
        { name: 'SQL Query', value: 'combineBySql', description: 'A query over the inputs as tables: input1, input2 …' },
        { name: 'Choose Branch', value: 'chooseBranch', description: 'The items of one input, once all have arrived' },
      ],
    },
    {
      displayName: 'Combine By',
      name: 'combineBy',
      type: 'options',
      default: 'combineByFields',
      description: 'Which items are merged with each other',
      displayOptions: { show: combine },
      options: [
        { name: 'Matching Fields', value: 'combineByFields', description: 'Items with equal values in some fields' },
        { name: 'Position', value: 'combineByPosition', description: 'First item with first item, second with second' },
        { name: 'All Possible Combinations', value: 'combineAll', description: 'Every item with every item of the other inputs' },
      ],
    },
    numberInputs({ mode: ['append', 'chooseBranch', 'combineBySql'] }),
    numberInputs({ ...combine, combineBy: ['combineByPosition', 'combineAll'] }),
    {
      displayName: 'Fields To Match Have Different Names',
      name: 'advanced',
      type: 'boolean',
      default: false,
      description: 'Whether the fields to match have different names in the two inputs',
      displayOptions: { show: byFields },
    },
    {
      displayName: 'Fields to Match',
      name: 'fieldsToMatchString',
      type: 'string',
      default: '',
      placeholder: 'e.g. id, name',
      description: 'Fields that must be equal. Names separated by commas.',
      requiresDataPath: 'multiple',
      displayOptions: { show: { ...byFields, advanced: [false] } },
    },
    fieldsToMatch({ ...byFields, advanced: [true] }),
    ...joinProperties(byFields),
    {
      displayName: 'Query',
      name: 'query',
      type: 'string',
      typeOptions: { editor: 'sqlEditor', rows: 5 },
      default: 'SELECT * FROM input1 LEFT JOIN input2 ON input1.name = input2.id',
      description:
        'Inputs are the tables input1, input2 and so on. Put texts in single or double quotes, and names with spaces in backticks or square brackets. Access nested fields with an arrow: input1.address->city.',
      displayOptions: { show: sql },
    },
    ...chooseBranch,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: combine },
      options: combineOptions({ '/combineBy': ['combineByFields'] }, { '/combineBy': ['combineByPosition'] }),
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: sql },
      options: [
        emptyQueryResult('success', { '@version': [3, 3.1] }),
        emptyQueryResult('empty', { '@version': [{ _cnd: { gte: 3.2 } }] }),
        {
          displayName: 'Query Parameters',
          name: 'queryParameters',
          type: 'string',
          default: '',
          description: 'Values for the question marks in the query: an expression that returns a list, or texts separated by commas',
        },
      ],
    },
  ],
};
