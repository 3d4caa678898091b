// The options for converting HTML to Markdown.
import type { NodeProperty } from '../../workflow/node-type.ts';

const patternFields: readonly NodeProperty[] = [
  { displayName: 'Pattern', name: 'pattern', type: 'string', default: '', description: 'A regular expression' },
  { displayName: 'Replacement', name: 'replacement', type: 'string', default: '', description: 'Replacement text' },
];

const escapePattern = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'fixedCollection',
  default: {},
  description: `${description}. It replaces the default escaping: to change texts, use Text Replacement Pattern.`,
  options: [{ displayName: 'Value', name: 'value', values: patternFields }],
});

export const markdownOptionProperties: readonly NodeProperty[] = [
  {
    displayName: 'Bullet Marker',
    name: 'bulletMarker',
    type: 'string',
    default: '*',
    description: 'The character before entries of lists',
  },
  { displayName: 'Code Block Fence', name: 'codeFence', type: 'string', default: '```', description: 'Fence of code blocks' },
  {
    displayName: 'Emphasis Delimiter',
    name: 'emDelimiter',
    type: 'string',
    default: '_',
    description: 'Delimiter of emphasized text',
  },
  escapePattern('Global Escape Pattern', 'globalEscape', 'What to escape anywhere'),
  {
    displayName: 'Ignored Elements',
    name: 'ignore',
    type: 'string',
    default: '',
    placeholder: 'e.g. img, a, span',
    description: 'Elements to ignore with their content. Names separated by commas. Block elements, such as h1 or div, are kept.',
  },
  {
    displayName: 'Keep Images With Data',
    name: 'keepDataImages',
    type: 'boolean',
    default: false,
    description: 'Whether to keep images with data: URLs',
  },
  escapePattern('Line Start Escape Pattern', 'lineStartEscape', 'What to escape at the start of a line'),
  {
    displayName: 'Max Consecutive New Lines',
    name: 'maxConsecutiveNewlines',
    type: 'number',
    default: 3,
    description: 'Maximum number of consecutive line breaks',
  },
  {
    displayName: 'Place URLs At The Bottom',
    name: 'useLinkReferenceDefinitions',
    type: 'boolean',
    default: false,
    description: 'Whether to list link addresses at the end instead of inline',
  },
  {
    displayName: 'Strong Delimiter',
    name: 'strongDelimiter',
    type: 'string',
    default: '**',
    description: 'Delimiter of strong text',
  },
  {
    displayName: 'Style For Code Block',
    name: 'codeBlockStyle',
    type: 'options',
    default: 'fence',
    description: 'Style of code blocks',
    options: [
      { name: 'Fence', value: 'fence' },
      { name: 'Indented', value: 'indented' },
    ],
  },
  {
    displayName: 'Text Replacement Pattern',
    name: 'textReplace',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: [],
    description: 'Texts to replace',
    options: [{ displayName: 'Values', name: 'values', values: patternFields }],
  },
  {
    displayName: 'Treat As Blocks',
    name: 'blockElements',
    type: 'string',
    default: '',
    placeholder: 'e.g. p, div',
    description: 'Elements to separate with empty lines. Names separated by commas.',
  },
];
