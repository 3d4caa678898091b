// Description of version 1 of the Date & Time node.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';
import { about } from '../about.ts';

const format = { action: ['format'] };
const calculate = { action: ['calculate'] };

const fromFormat: NodeProperty = {
  displayName: 'From Format',
  name: 'fromFormat',
  type: 'string',
  default: '',
  placeholder: 'e.g. DD.MM.YYYY',
  description: 'The format of the value, if it is not recognized',
};

const zone = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: 'UTC',
  placeholder: 'e.g. Europe/Berlin',
  description,
});

export const description: NodeVersion['description'] = {
  ...about,
  version: 1,
  subtitle: '={{ $parameter["action"] }}',
  properties: [
    {
      displayName: 'Action',
      name: 'action',
      type: 'options',
      default: 'format',
      options: [
        {
          name: 'Calculate a Date',
          value: 'calculate',
          description: 'Add time to a date or subtract time from it',
          action: 'Add time to a date or subtract time from it',
        },
        {
          name: 'Format a Date',
          value: 'format',
          description: 'Convert a date to another format',
          action: 'Convert a date to another format',
        },
      ],
    },
    {
      displayName: 'Value',
      name: 'value',
      type: 'string',
      default: '',
      required: true,
      description: 'The date to change',
      displayOptions: { show: format },
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Output field for the result',
      displayOptions: { show: format },
    },
    {
      displayName: 'Custom Format',
      name: 'custom',
      type: 'boolean',
      default: false,
      description: 'Whether to enter a format instead of choosing one',
      displayOptions: { show: format },
    },
    {
      displayName: 'To Format',
      name: 'toFormat',
      type: 'string',
      default: '',
      placeholder: 'e.g. YYYY-MM-DD',
      description: 'The format of the result',
      displayOptions: { show: { ...format, custom: [true] } },
    },
    {
      displayName: 'To Format',
      name: 'toFormat',
      type: 'options',
      default: 'MM/DD/YYYY',
      description: 'The format of the result',
      displayOptions: { show: { ...format, custom: [false] } },
      options: [
        { name: 'MM/DD/YYYY', value: 'MM/DD/YYYY', description: 'Example: 09/04/1986' },
        { name: 'YYYY/MM/DD', value: 'YYYY/MM/DD', description: 'Example: 1986/09/04' },
        { name: 'MMMM DD YYYY', value: 'MMMM DD YYYY', description: 'Example: September 04 1986' },
        { name: 'MM-DD-YYYY', value: 'MM-DD-YYYY', description: 'Example: 09-04-1986' },
        { name: 'YYYY-MM-DD', value: 'YYYY-MM-DD', description: 'Example: 1986-09-04' },
        { name: 'Unix Timestamp', value: 'X', description: 'Example: 526168800' },
        { name: 'Unix Ms Timestamp', value: 'x', description: 'Example: 526168800000' },
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: format },
      options: [
        fromFormat,
        zone('From Timezone', 'fromTimezone', 'The time zone of the value, if it does not contain one'),
        zone('To Timezone', 'toTimezone', 'The time zone of the result'),
      ],
    },
    {
      displayName: 'Date Value',
      name: 'value',
      type: 'string',
      default: '',
      required: true,
      description: 'The date to change',
      displayOptions: { show: calculate },
    },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'add',
      description: 'What to do with the duration',
      displayOptions: { show: calculate },
      options: [
        { name: 'Add', value: 'add', description: 'Add it to the date', action: 'Add to the date' },
        { name: 'Subtract', value: 'subtract', description: 'Subtract it from the date', action: 'Subtract from the date' },
      ],
    },
    {
      displayName: 'Duration',
      name: 'duration',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 0,
      required: true,
      description: 'Number of time units',
      displayOptions: { show: calculate },
    },
    {
      displayName: 'Time Unit',
      name: 'timeUnit',
      type: 'options',
      default: 'days',
      required: true,
      description: 'The unit of time',
      displayOptions: { show: calculate },
      options: [
        { name: 'Quarters', value: 'quarters' },
        { name: 'Years', value: 'years' },
        { name: 'Months', value: 'months' },
        { name: 'Weeks', value: 'weeks' },
        { name: 'Days', value: 'days' },
        { name: 'Hours', value: 'hours' },
        { name: 'Minutes', value: 'minutes' },
        { name: 'Seconds', value: 'seconds' },
        { name: 'Milliseconds', value: 'milliseconds' },
      ],
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Output field for the result',
      displayOptions: { show: calculate },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: calculate },
      options: [fromFormat],
    },
  ],
};
