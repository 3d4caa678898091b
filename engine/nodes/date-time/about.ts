// Properties shared by all versions of the Date & Time node.
export const about = {
  displayName: 'Date & Time',
  description: 'Formats, calculates and compares dates',
  group: ['transform'],
  defaults: { name: 'Date & Time', color: '#408000' },
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: [
      'add',
      'calendar',
      'clock',
      'convert',
      'day',
      'duration',
      'format',
      'month',
      'now',
      'subtract',
      'timestamp',
      'timezone',
      'today',
      'year',
    ],
  },
} as const;
