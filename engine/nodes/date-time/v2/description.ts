// Description of version 2 of the Date & Time node.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty, PropertyOption } from '../../../workflow/node-type.ts';
import { about } from '../about.ts';

const operations: readonly PropertyOption[] = [
  { name: 'Add to a Date', value: 'addToDate' },
  { name: 'Extract Part of a Date', value: 'extractDate' },
  { name: 'Format a Date', value: 'formatDate' },
  { name: 'Get Current Date', value: 'getCurrentDate' },
  { name: 'Get Time Between Dates', value: 'getTimeBetweenDates' },
  { name: 'Round a Date', value: 'roundDate' },
  { name: 'Subtract From a Date', value: 'subtractFromDate' },
];

const unit = (name: string, value: string): PropertyOption => ({ name, value });
const parts = ['Year', 'Month', 'Week', 'Day', 'Hour', 'Minute', 'Second'].map((name) => unit(name, name.toLowerCase()));

const show = (operation: string): { readonly show: { readonly operation: readonly string[] } } => ({ show: { operation: [operation] } });

const date = (displayName: string, name: string, operation: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  required: true,
  description,
  displayOptions: show(operation),
});

const outputField = (operation: string, value: string): NodeProperty => ({
  displayName: 'Output Field Name',
  name: 'outputFieldName',
  type: 'string',
  default: value,
  description: 'Output field for the result',
  displayOptions: show(operation),
});

const includeInputFields: NodeProperty = {
  displayName: 'Include Input Fields',
  name: 'includeInputFields',
  type: 'boolean',
  default: false,
  description: 'Whether to keep the other fields of the item',
};

const options = (operation: string, more: readonly NodeProperty[] = []): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: show(operation),
  options: [includeInputFields, ...more],
});

/** Parameters for adding and subtracting, which differ only in their texts. */
const addOrSubtract = (operation: string, dateName: string, verb: string): NodeProperty[] => [
  date(dateName, 'magnitude', operation, `The date to ${verb}`),
  {
    displayName: `Time Unit to ${verb.split(' ')[0] === 'add' ? 'Add' : 'Subtract'}`,
    name: 'timeUnit',
    type: 'options',
    default: 'days',
    required: true,
    description: 'The unit of the duration',
    displayOptions: show(operation),
    options: [
      unit('Years', 'years'),
      unit('Quarters', 'quarters'),
      unit('Months', 'months'),
      unit('Weeks', 'weeks'),
      unit('Days', 'days'),
      unit('Hours', 'hours'),
      unit('Minutes', 'minutes'),
      unit('Seconds', 'seconds'),
      unit('Milliseconds', 'milliseconds'),
    ],
  },
  {
    displayName: 'Duration',
    name: 'duration',
    type: 'number',
    default: 0,
    description: 'Number of time units',
    displayOptions: show(operation),
  },
  outputField(operation, 'newDate'),
  options(operation),
];

const formatDate: readonly NodeProperty[] = [
  date('Date', 'date', 'formatDate', 'The date to format'),
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    default: 'MM/dd/yyyy',
    description: 'The format of the result',
    displayOptions: show('formatDate'),
    options: [
      { name: 'Custom Format', value: 'custom' },
      { name: 'MM/DD/YYYY', value: 'MM/dd/yyyy', description: 'Example: 09/04/1986' },
      { name: 'YYYY/MM/DD', value: 'yyyy/MM/dd', description: 'Example: 1986/09/04' },
      { name: 'MMMM DD YYYY', value: 'MMMM dd yyyy', description: 'Example: September 04 1986' },
      { name: 'MM-DD-YYYY', value: 'MM-dd-yyyy', description: 'Example: 09-04-1986' },
      { name: 'YYYY-MM-DD', value: 'yyyy-MM-dd', description: 'Example: 1986-09-04' },
      { name: 'Unix Timestamp', value: 'X', description: 'Example: 1672531200' },
      { name: 'Unix Ms Timestamp', value: 'x', description: 'Example: 1674691200000' },
    ],
  },
  {
    displayName: 'Custom Format',
    name: 'customFormat',
    type: 'string',
    default: '',
    placeholder: 'e.g. yyyy-MM-dd',
    description: 'The format in Luxon tokens, such as yyyy-MM-dd HH:mm. Tokens are case-sensitive.',
    displayOptions: { show: { operation: ['formatDate'], format: ['custom'] } },
  },
  outputField('formatDate', 'formattedDate'),
  options('formatDate', [
    {
      displayName: 'From Date Format',
      name: 'fromFormat',
      type: 'string',
      default: '',
      placeholder: 'e.g. yyyyMMdd',
      description: 'The format of the date in Luxon tokens, if it is not recognized',
    },
    {
      displayName: 'Use Workflow Timezone',
      name: 'timezone',
      type: 'boolean',
      default: false,
      description: "Whether to convert the result to the workflow's time zone",
    },
  ]),
];

const roundDate: readonly NodeProperty[] = [
  date('Date', 'date', 'roundDate', 'The date to round'),
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    default: 'roundDown',
    description: 'Which way to round',
    displayOptions: show('roundDate'),
    options: [unit('Round Down', 'roundDown'), unit('Round Up', 'roundUp')],
  },
  {
    displayName: 'To Nearest',
    name: 'toNearest',
    type: 'options',
    default: 'month',
    description: 'The unit to round to',
    displayOptions: { show: { operation: ['roundDate'], mode: ['roundDown'] } },
    options: parts,
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'options',
    default: 'month',
    description: 'The unit to round to',
    displayOptions: { show: { operation: ['roundDate'], mode: ['roundUp'] } },
    options: parts,
  },
  outputField('roundDate', 'roundedDate'),
  options('roundDate'),
];

export const description: NodeVersion['description'] = {
  ...about,
  version: 2,
  subtitle: '={{ $parameter["operation"] }}',
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'getCurrentDate',
      options: operations,
    },
    {
      displayName: 'Include Current Time',
      name: 'includeTime',
      type: 'boolean',
      default: true,
      description: 'Whether to include the time of day; otherwise it is midnight',
      displayOptions: show('getCurrentDate'),
    },
    outputField('getCurrentDate', 'currentDate'),
    options('getCurrentDate', [
      {
        displayName: 'Timezone',
        name: 'timezone',
        type: 'string',
        default: '',
        placeholder: 'e.g. Europe/Berlin',
        description: "The time zone of the date; defaults to the workflow's. Use GMT for +00:00.",
      },
    ]),
    ...addOrSubtract('addToDate', 'Date to Add To', 'add to'),
    ...addOrSubtract('subtractFromDate', 'Date to Subtract From', 'subtract from'),
    ...formatDate,
    ...roundDate,
    date('Start Date', 'startDate', 'getTimeBetweenDates', 'The earlier date'),
    date('End Date', 'endDate', 'getTimeBetweenDates', 'The later date'),
    {
      displayName: 'Units',
      name: 'units',
      type: 'multiOptions',
      default: ['day'],
      description: 'The units of the result; the rest is in the smallest one',
      displayOptions: show('getTimeBetweenDates'),
      options: [...parts, unit('Millisecond', 'millisecond')],
    },
    outputField('getTimeBetweenDates', 'timeDifference'),
    options('getTimeBetweenDates', [
      {
        displayName: 'Output as ISO String',
        name: 'isoString',
        type: 'boolean',
        default: false,
        description: 'Whether to return the result as a text such as P1Y3M13D',
      },
    ]),
    date('Date', 'date', 'extractDate', 'The date to extract a part of'),
    {
      displayName: 'Part',
      name: 'part',
      type: 'options',
      default: 'month',
      description: 'The part of the date to return',
      displayOptions: show('extractDate'),
      options: parts,
    },
    outputField('extractDate', 'datePart'),
    options('extractDate'),
  ],
};
