// Description of the Anthropic node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  analyzedFile,
  binaryInput,
  choiceField,
  fileInput,
  forOperation,
  longText,
  modelField,
  notice,
  numberField,
  operationField,
  optionsField,
  resourceField,
  roleField,
  severalValues,
  simplifyField,
  textField,
  toggleField,
} from '../_shared/ai/services/service-properties.ts';

const analysis = (resource: string, what: string, urls: string): readonly NodeProperty[] => [
  operationField(resource, 'analyze', [['analyze', `Analyze ${what}`, `Answers a question about a ${what.toLowerCase()}`]]),
  ...forOperation(resource, 'analyze', [
    modelField(),
    ...analyzedFile({ what, urls }),
    optionsField([numberField('Length of Description (Max Tokens)', 'maxTokens', 1024, { minValue: 1 })]),
  ]),
];

const messages = severalValues(
  'Messages',
  'messages',
  [{ content: '', role: 'user' }],
  [longText('Prompt', 'content'), roleField('user', 'user', 'assistant')],
  { placeholder: 'Add Message' },
);

const system = textField('System Message', 'system', { description: 'Rules for the model' });

const files: readonly NodeProperty[] = [
  operationField('file', 'upload', [
    ['upload', 'Upload a File', 'Stores a file at Anthropic'],
    ['get', 'Get File Metadata', 'Returns what Anthropic knows of a file'],
    ['list', 'List Files', 'Returns an item for each stored file'],
    ['deleteFile', 'Delete a File', 'Deletes a stored file'],
  ]),
  ...forOperation('file', 'deleteFile', [textField('File ID', 'fileId', { placeholder: 'e.g. file_123' })]),
  ...forOperation('file', 'get', [textField('File ID', 'fileId', { placeholder: 'e.g. file_123' })]),
  ...forOperation('file', 'list', [
    toggleField('Return All', 'returnAll', false, 'Whether all files are returned'),
    numberField('Limit', 'limit', 50, { minValue: 1, maxValue: 1000 }, { displayOptions: { show: { returnAll: [false] } } }),
  ]),
  ...forOperation('file', 'upload', [
    ...fileInput({ what: 'File', urls: 'fileUrl' }),
    optionsField([textField('File Name', 'fileName', { description: 'Default: its own name' })]),
  ]),
];

const prompts: readonly NodeProperty[] = [
  operationField('prompt', 'generate', [
    ['generate', 'Generate a Prompt', 'Writes a prompt for a task'],
    ['improve', 'Improve a Prompt', 'Rewrites a prompt by your feedback'],
    ['templatize', 'Templatize a Prompt', 'Replaces the values of a prompt by variables'],
  ]),
  notice('experimentalNotice', 'Anthropic offers these tools as a closed research preview: your account needs access to it.', {
    displayOptions: { show: { resource: ['prompt'] } },
  }),
  ...forOperation('prompt', 'generate', [
    longText('Task', 'task', { placeholder: 'e.g. A chef for a meal prep planning service', description: 'What the prompt is for' }),
    simplifyField(),
  ]),
  ...forOperation('prompt', 'improve', [
    messages,
    simplifyField(),
    optionsField([system, textField('Feedback', 'feedback', { description: 'What to improve' })]),
  ]),
  ...forOperation('prompt', 'templatize', [messages, simplifyField(), optionsField([system])]),
];

const text: readonly NodeProperty[] = [
  operationField('text', 'message', [['message', 'Message a Model', 'Sends messages to a model']]),
  ...forOperation('text', 'message', [
    modelField(),
    messages,
    toggleField('Add Attachments', 'addAttachments', false, 'Whether images and documents are sent with the last message'),
    choiceField(
      'Attachments Input Type',
      'attachmentsInputType',
      'url',
      [
        ['url', 'URL(s)'],
        ['binary', 'Binary File(s)'],
      ],
      { displayOptions: { show: { addAttachments: [true] } } },
    ),
    textField('Attachment URL(s)', 'attachmentsUrls', {
      description: 'Addresses of images and documents. Separate several by commas.',
      displayOptions: { show: { addAttachments: [true], attachmentsInputType: ['url'] } },
    }),
    binaryInput({ displayOptions: { show: { addAttachments: [true], attachmentsInputType: ['binary'] } } }),
    simplifyField(),
    optionsField([
      toggleField('Include Merged Response', 'includeMergedResponse', false, 'Whether the output has all texts as one, too'),
      system,
      toggleField('Code Execution', 'codeExecution', false, 'Whether the model may run code at Anthropic'),
      toggleField('Web Search', 'webSearch', false, 'Whether the model may search the web'),
      numberField('Web Search Max Uses', 'maxUses', 5, { minValue: 0, numberPrecision: 0 }),
      textField('Web Search Allowed Domains', 'allowedDomains', { placeholder: 'e.g. example.com, example.org' }),
      textField('Web Search Blocked Domains', 'blockedDomains', { placeholder: 'e.g. example.com, example.org' }),
      numberField('Maximum Number of Tokens', 'maxTokens', 1024, { minValue: 1, numberPrecision: 0 }),
      numberField('Output Randomness (Temperature)', 'temperature', 1, { minValue: 0, maxValue: 1, numberPrecision: 1 }),
      numberField('Output Randomness (Top P)', 'topP', 0.7, { minValue: 0, maxValue: 1, numberPrecision: 1 }),
      numberField('Output Randomness (Top K)', 'topK', 5, { minValue: 0, numberPrecision: 0 }),
      numberField(
        'Max Tools Iterations',
        'maxToolsIterations',
        15,
        { minValue: 0, numberPrecision: 0 },
        { description: 'How often connected tools may be called. 0 for no limit.' },
      ),
    ]),
  ]),
];

export const description: NodeVersion['description'] = {
  displayName: 'Anthropic',
  description: 'Sends messages, images and documents to Claude, and manages files and prompts',
  subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Anthropic' },
  inputs: `={{ [
    "main",
    ...($parameter.resource === "text" && $parameter.operation === "message" ? [{ type: "ai_tool", displayName: "Tools" }] : [])
  ] }}`,
  outputs: ['main'],
  usableAsTool: true,
  credentials: [{ name: 'anthropicApi', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Agents', 'Miscellaneous', 'Root Nodes'] },
    alias: ['claude', 'document', 'image', 'prompt'],
  },
  properties: [
    resourceField([
      ['document', 'Document'],
      ['file', 'File'],
      ['image', 'Image'],
      ['prompt', 'Prompt'],
      ['text', 'Text'],
    ]),
    ...analysis('document', 'Document', 'documentUrls'),
    ...files,
    ...analysis('image', 'Image', 'imageUrls'),
    ...prompts,
    ...text,
  ],
};
