// Parameters that several root nodes have: where the prompt comes from, a format for the answer, a second model.
import type { DisplayOptions, DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';

const rows = { rows: 2 };

const sources = {
  auto: {
    name: 'Connected Chat Trigger Node',
    value: 'auto',
    description: 'Reads the field "chatInput" of the item, which a Chat Trigger sets',
  },
  guardrails: {
    name: 'Connected Guardrails Node',
    value: 'guardrails',
    description: 'Reads the field "guardrailsInput" of the item, which a Guardrails node sets',
  },
  define: { name: 'Define below', value: 'define', description: 'A text of your own, which may contain expressions' },
} as const;

/** Returns the choice of the prompt's source. */
export const promptType = (values: readonly (keyof typeof sources)[], displayOptions?: DisplayOptions): NodeProperty => ({
  displayName: 'Source for Prompt (User Message)',
  name: 'promptType',
  type: 'options',
  default: 'auto',
  options: values.map((value) => sources[value]),
  ...(displayOptions === undefined ? {} : { displayOptions }),
});

const prompts = {
  auto: { default: '={{ $json.chatInput }}', disabledOptions: { show: { promptType: ['auto'] } } },
  guardrails: { default: '={{ $json.guardrailsInput }}', disabledOptions: { show: { promptType: ['guardrails'] } } },
  define: { default: '', placeholder: 'e.g. Summarize this text: {{ $json.text }}' },
} as const;

/** Returns the prompt, for one of its sources. */
export const promptText = (source: keyof typeof prompts, more: Partial<DisplayOptions> = {}): NodeProperty => ({
  displayName: 'Prompt (User Message)',
  name: 'text',
  type: 'string',
  required: true,
  typeOptions: rows,
  ...prompts[source],
  displayOptions: { ...more, show: { promptType: [source], ...more.show } },
});

/** The prompt's source and its texts. */
export const promptProperties = (values: readonly (keyof typeof sources)[] = ['auto', 'guardrails', 'define']): readonly NodeProperty[] => [
  promptType(values),
  ...values.map((value) => promptText(value)),
];

/** A parser at an input of its own, which the parameter adds. */
export const outputParserProperties = (displayOptions?: DisplayOptions): readonly NodeProperty[] => [
  {
    displayName: 'Require Specific Output Format',
    name: 'hasOutputParser',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    ...(displayOptions === undefined ? {} : { displayOptions }),
  },
  {
    displayName: 'Connect an output parser to the node, which defines the format.',
    name: 'notice',
    type: 'notice',
    default: '',
    displayOptions: { show: { hasOutputParser: [true] } },
  },
];

/** A second model at an input of its own, which the parameter adds. */
export const fallbackProperties = (displayOptions?: DisplayOptions): readonly NodeProperty[] => [
  {
    displayName: 'Enable Fallback Model',
    name: 'needsFallback',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    ...(displayOptions === undefined ? {} : { displayOptions }),
  },
  {
    displayName: 'Connect a second model, which answers when the first one fails.',
    name: 'fallbackNotice',
    type: 'notice',
    default: '',
    displayOptions: { show: { needsFallback: [true] } },
  },
];

/** Returns the sizes of batches, and the pause between them. `size`: default number of items. */
export const batchesOf = (size: number, show?: object): NodeProperty => ({
  displayName: 'Batch Processing',
  name: 'batching',
  type: 'collection',
  placeholder: 'Add Batch Processing Option',
  default: {},
  description: 'How many items are sent to the model at the same time',
  ...(show === undefined ? {} : { displayOptions: { show: show as DisplayRules } }),
  options: [
    {
      displayName: 'Batch Size',
      name: 'batchSize',
      type: 'number',
      default: size,
      description: 'Number of items that are worked on at the same time. More are faster, and reach the limits of a service sooner.',
    },
    {
      displayName: 'Delay Between Batches',
      name: 'delayBetweenBatches',
      type: 'number',
      default: 0,
      description: 'Milliseconds to wait before the next batch',
    },
  ],
});

export const batchingOption: NodeProperty = batchesOf(1);

const valueTypes = {
  stringValue: 'String',
  numberValue: 'Number',
  booleanValue: 'Boolean',
  arrayValue: 'Array',
  objectValue: 'Object',
} as const;

const valueOf = (type: keyof typeof valueTypes, field: Partial<NodeProperty>): NodeProperty => ({
  displayName: 'Value',
  name: type,
  type: 'string',
  default: '',
  ...field,
  displayOptions: { show: { type: [type] } },
});

/** Names with typed values. */
export const typedValues = (
  types: readonly (keyof typeof valueTypes)[] = ['stringValue', 'numberValue', 'booleanValue', 'arrayValue', 'objectValue'],
): readonly NodeProperty[] => [
  {
    displayName: 'Type',
    name: 'type',
    type: 'options',
    default: 'stringValue',
    options: types.map((value) => ({ name: valueTypes[value], value })),
  },
  valueOf('stringValue', {}),
  valueOf('numberValue', {}),
  valueOf('booleanValue', {
    type: 'options',
    default: 'true',
    options: [
      { name: 'True', value: 'true' },
      { name: 'False', value: 'false' },
    ],
  }),
  valueOf('arrayValue', { placeholder: 'e.g. [1, 2, 3]' }),
  valueOf('objectValue', { type: 'json', default: '={}', typeOptions: rows }),
];
