// Description of the Basic LLM Chain. The first versions read the prompt from a field of their own.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { batchesOf, fallbackProperties, outputParserProperties, promptText, promptType } from '../_shared/ai/prompt-properties.ts';

const since = (version: number): object => ({ '@version': [{ _cnd: { gte: version } }] });
/** Versions that had neither parser nor second model. */
const early = { hide: { '@version': [1, 1.1, 1.3] } };

const firstPrompt = (versions: readonly number[], field: string): NodeProperty => ({
  displayName: 'Prompt',
  name: 'prompt',
  type: 'string',
  default: `={{ $json.${field} }}`,
  required: true,
  displayOptions: { show: { '@version': versions } },
});

const images = ['imageBinary', 'imageUrl'];

const messageFields: readonly NodeProperty[] = [
  {
    displayName: 'Type Name or ID',
    name: 'type',
    type: 'options',
    default: 'SystemMessagePromptTemplate',
    description: 'Whose message it is',
    options: [
      { name: 'AI', value: 'AIMessagePromptTemplate', description: 'An answer, as an example for the model' },
      { name: 'System', value: 'SystemMessagePromptTemplate', description: 'Tells the model its role and rules' },
      { name: 'User', value: 'HumanMessagePromptTemplate', description: 'A message to the model' },
    ],
  },
  {
    displayName: 'Message Type',
    name: 'messageType',
    type: 'options',
    default: 'text',
    displayOptions: { show: { type: ['HumanMessagePromptTemplate'] } },
    options: [
      { name: 'Text', value: 'text', description: 'A text' },
      { name: 'Image (Binary)', value: 'imageBinary', description: 'An image of the item' },
      { name: 'Image (URL)', value: 'imageUrl', description: 'An image that the model fetches' },
    ],
  },
  {
    displayName: 'Image Data Field Name',
    name: 'binaryImageDataKey',
    type: 'string',
    default: 'data',
    required: true,
    description: 'Name of the field of the item that has the image',
    displayOptions: { show: { messageType: ['imageBinary'] } },
  },
  {
    displayName: 'Image URL',
    name: 'imageUrl',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. https://example.com/image.jpeg',
    description: 'Address of the image',
    displayOptions: { show: { messageType: ['imageUrl'] } },
  },
  {
    displayName: 'Image Details',
    name: 'imageDetail',
    type: 'options',
    default: 'auto',
    description: 'How exactly the model looks at the image, which decides about the tokens that it takes',
    displayOptions: { show: { type: ['HumanMessagePromptTemplate'], messageType: images } },
    options: [
      { name: 'Auto', value: 'auto', description: 'The model decides' },
      { name: 'Low', value: 'low', description: 'A small version of the image' },
      { name: 'High', value: 'high', description: 'All details of the image' },
    ],
  },
  {
    displayName: 'Message',
    name: 'message',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 2 },
    displayOptions: { hide: { messageType: images } },
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Basic LLM Chain',
  description: 'Sends a prompt to a language model, and returns its answer',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9],
  group: ['transform'],
  defaults: { name: 'Basic LLM Chain', color: '#909298' },
  inputs: `={{ [
    "main",
    { type: "ai_languageModel", displayName: "Model", required: true, maxConnections: 1 },
    ...($parameter.needsFallback === true ? [{ type: "ai_languageModel", displayName: "Fallback Model", required: true, maxConnections: 1 }] : []),
    ...($parameter.hasOutputParser === false ? [] : [{ type: "ai_outputParser", displayName: "Output Parser", maxConnections: 1 }])
  ] }}`,
  outputs: ['main'],
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['llm', 'prompt', 'completion'] },
  properties: [
    {
      displayName: 'This node asks the model once. For tools or a memory, use an AI Agent.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    firstPrompt([1], 'input'),
    firstPrompt([1.1, 1.2], 'chat_input'),
    firstPrompt([1.3], 'chatInput'),
    promptType(['auto', 'guardrails', 'define'], { hide: { '@version': [{ _cnd: { lte: 1.3 } }, { _cnd: { gte: 1.8 } }] } }),
    promptType(['auto', 'define'], { show: since(1.8) as never }),
    promptText('guardrails', { show: since(1.5) as never }),
    promptText('auto', { show: since(1.5) as never }),
    promptText('define'),
    ...outputParserProperties(early),
    ...fallbackProperties(early),
    {
      displayName: 'Chat Messages (if Using a Chat Model)',
      name: 'messages',
      type: 'fixedCollection',
      placeholder: 'Add prompt',
      default: {},
      typeOptions: { multipleValues: true },
      description: 'Messages before the prompt',
      options: [{ displayName: 'Prompt', name: 'messageValues', values: messageFields }],
    },
    batchesOf(5, since(1.7)),
  ],
};
