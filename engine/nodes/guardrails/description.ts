// Description of the Guardrails: the checks, and their settings.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayOptions, NodeProperty } from '../../workflow/node-type.ts';
import { promptOfCheck, DEFAULT_SYSTEM_MESSAGE } from './model-checks.ts';
import { personalKinds } from './personal-data.ts';

const classifying: DisplayOptions = { show: { '/operation': ['classify'] } };
const sanitizing: DisplayOptions = { show: { '/operation': ['sanitize'] } };

const threshold: NodeProperty = {
  displayName: 'Threshold',
  name: 'threshold',
  type: 'number',
  default: 0.7,
  description: 'How sure the model must be, from 0 to 1, for the text to be a violation',
  typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
};

const promptOf = (value: string, displayOptions?: DisplayOptions): NodeProperty => ({
  displayName: 'Prompt',
  name: 'prompt',
  type: 'string',
  default: value,
  description: 'Tells the model what a violation is',
  typeOptions: { rows: 6 },
  ...(displayOptions === undefined ? {} : { displayOptions }),
});

const customizePrompt: NodeProperty = {
  displayName: 'Customize Prompt',
  name: 'customizePrompt',
  type: 'boolean',
  default: false,
  description: 'Whether to write your own instructions for the model',
};

const check = (
  name: string,
  displayName: string,
  initial: object,
  values: readonly NodeProperty[],
  more: Partial<NodeProperty> = {},
): NodeProperty => ({
  displayName,
  name,
  type: 'fixedCollection',
  default: { value: initial },
  options: [{ displayName, name: 'value', values }],
  ...more,
});

const nameOf = (kind: string): string =>
  kind
    .split('_')
    .map((word, index) =>
      (index === 0 && word.length === 2) || word.length === 2 ? word : `${word.charAt(0)}${word.slice(1).toLowerCase()}`,
    )
    .join(' ');

const customWords = { show: { customizePrompt: [true] } };
const userinfo = (displayOptions: DisplayOptions, description: string): NodeProperty => ({
  displayName: 'Block Userinfo',
  name: 'blockUserinfo',
  type: 'boolean',
  default: true,
  description,
  displayOptions,
});

const checks: readonly NodeProperty[] = [
  {
    displayName: 'Keywords',
    name: 'keywords',
    type: 'string',
    default: '',
    placeholder: 'e.g. password, internal only',
    description: 'Words and phrases that must not occur, separated by commas',
    displayOptions: classifying,
  },
  check('jailbreak', 'Jailbreak', { threshold: 0.7 }, [threshold, customizePrompt, promptOf(promptOfCheck.jailbreak, customWords)], {
    displayOptions: classifying,
  }),
  check('nsfw', 'NSFW', { threshold: 0.7 }, [threshold, customizePrompt, promptOf(promptOfCheck.nsfw, customWords)], {
    displayOptions: classifying,
  }),
  check('pii', 'Personal Data (PII)', { type: 'all' }, [
    {
      displayName: 'Type',
      name: 'type',
      type: 'options',
      default: 'all',
      description: 'Which kinds of personal data are looked for',
      options: [
        { name: 'All', value: 'all' },
        { name: 'Selected', value: 'selected' },
      ],
    },
    {
      displayName: 'Entities',
      name: 'entities',
      type: 'multiOptions',
      default: [],
      description: 'The kinds of personal data that are looked for',
      options: personalKinds.map((kind) => ({ name: nameOf(kind), value: kind })),
      displayOptions: { show: { type: ['selected'] } },
    },
  ]),
  check('secretKeys', 'Secret Keys', { permissiveness: 'balanced' }, [
    {
      displayName: 'Permissiveness',
      name: 'permissiveness',
      type: 'options',
      default: 'balanced',
      description: 'How random a word must look to be taken for a secret. Keys of known forms are always found.',
      options: [
        { name: 'Strict', value: 'strict', description: 'Finds most secrets, and some words that are none' },
        { name: 'Balanced', value: 'balanced' },
        { name: 'Permissive', value: 'permissive', description: 'Finds only long secrets' },
      ],
    },
  ]),
  check('topicalAlignment', 'Topical Alignment', { threshold: 0.7 }, [promptOf(promptOfCheck.topicalAlignment), threshold], {
    displayOptions: classifying,
  }),
  check('urls', 'URLs', { allowedSchemes: ['https'], allowedUrls: '' }, [
    {
      displayName: 'Block All URLs Except',
      name: 'allowedUrls',
      type: 'string',
      default: 'PLACEHOLDER',
      placeholder: 'e.g. example.com, https://example.org/help',
      description: 'Hosts and addresses that are allowed, separated by commas. Without any, all are blocked.',
    },
    {
      displayName: 'Allowed Schemes',
      name: 'allowedSchemes',
      type: 'multiOptions',
      default: ['https'],
      description: 'How allowed addresses may begin',
      options: ['https', 'http', 'ftp', 'data', 'javascript', 'vbscript', 'mailto'].map((value) => ({ name: value, value })),
    },
    userinfo(classifying, 'Whether addresses with a user name or password are violations'),
    userinfo(sanitizing, 'Whether addresses with a user name or password are replaced'),
    {
      displayName: 'Allow Subdomains',
      name: 'allowSubdomains',
      type: 'boolean',
      default: true,
      description: 'Whether the subdomains of allowed hosts are allowed',
    },
  ]),
  {
    displayName: 'Custom',
    name: 'custom',
    type: 'fixedCollection',
    placeholder: 'Add Custom Guardrail',
    default: { guardrail: [{ name: 'Custom Guardrail' }] },
    typeOptions: { multipleValues: true },
    displayOptions: classifying,
    options: [
      {
        displayName: 'Guardrail',
        name: 'guardrail',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '', description: 'Name of the check in the output' },
          threshold,
          promptOf(''),
        ],
      },
    ],
  },
  {
    displayName: 'Custom Regex',
    name: 'customRegex',
    type: 'fixedCollection',
    placeholder: 'Add Custom Regex',
    default: {},
    typeOptions: { multipleValues: true },
    options: [
      {
        displayName: 'Regex',
        name: 'regex',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '', description: 'Name of the placeholder and of what is found' },
          {
            displayName: 'Regex',
            name: 'value',
            type: 'string',
            default: '',
            placeholder: 'e.g. /ORDER-\\d+/i',
            description: 'A regular expression',
          },
        ],
      },
    ],
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Guardrails',
  description: 'Checks texts for attacks, personal data, secrets and addresses, or removes them',
  version: [1, 2],
  group: ['transform'],
  defaults: { name: 'Guardrails' },
  inputs: `={{ [
    "main",
    ...($parameter.operation === "classify" && ["jailbreak", "nsfw", "topicalAlignment", "custom"].some((name) => $parameter.guardrails?.[name] !== undefined)
      ? [{ type: "ai_languageModel", displayName: "Chat Model", required: true, maxConnections: 1 }] : [])
  ] }}`,
  outputs: `={{ $parameter.operation === "sanitize"
    ? [{ type: "main", displayName: "" }]
    : [{ type: "main", displayName: "Pass" }, { type: "main", displayName: "Fail" }] }}`,
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Miscellaneous', 'Root Nodes'] },
    alias: ['safety', 'pii', 'moderation', 'jailbreak', 'secrets', 'privacy'],
  },
  properties: [
    {
      displayName: 'The text is passed on in the field "guardrailsInput".',
      name: 'guardrailsUsage',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'classify',
      options: [
        {
          name: 'Check Text for Violations',
          value: 'classify',
          description: 'Sends the item to the output Pass or Fail',
          action: 'Check text for violations',
        },
        { name: 'Sanitize Text', value: 'sanitize', description: 'Replaces what is found by placeholders', action: 'Sanitize text' },
      ],
    },
    {
      displayName: 'Text To Check',
      name: 'text',
      type: 'string',
      default: '',
      required: true,
      description: 'The text that is checked',
      typeOptions: { rows: 1 },
    },
    {
      displayName: 'Guardrails',
      name: 'guardrails',
      type: 'collection',
      placeholder: 'Add Guardrail',
      default: {},
      description: 'The checks',
      options: checks,
    },
    {
      displayName: 'Customize System Message',
      name: 'customizeSystemMessage',
      type: 'boolean',
      default: false,
      description: 'Whether to change what the model is told for each check',
      displayOptions: classifying,
    },
    {
      displayName: 'System Message',
      name: 'systemMessage',
      type: 'string',
      default: DEFAULT_SYSTEM_MESSAGE,
      description: 'The model is told this after the instructions of each check. The format of the answer is added.',
      typeOptions: { rows: 6 },
      displayOptions: { show: { '/customizeSystemMessage': [true] } },
    },
  ],
};
