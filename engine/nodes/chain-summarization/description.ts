// Descriptions of the Summarization Chain. Version 1 took its documents only from a loader.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayOptions, NodeProperty } from '../../workflow/node-type.ts';
import { batchesOf } from '../_shared/ai/prompt-properties.ts';

export const MAP_PROMPT = 'Write a concise summary of the following:\n\n\n"{text}"\n\n\nCONCISE SUMMARY:';
export const REFINE_PROMPT = `This is a summary so far: "{existing_answer}"

Improve it with the following text, if it adds something. Otherwise, repeat the summary.

"{text}"

SUMMARY:`;

type Description = NodeVersion['description'];

const base: Omit<Description, 'version' | 'properties' | 'inputs'> = {
  displayName: 'Summarization Chain',
  description: 'Shortens texts to a summary',
  group: ['transform'],
  defaults: { name: 'Summarization Chain', color: '#909298' },
  outputs: ['main'],
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['summary', 'shorten', 'map reduce'] },
};

const notice: NodeProperty = {
  displayName: 'Long texts are split, because models read only so much at once.',
  name: 'notice',
  type: 'notice',
  default: '',
};

const methods = [
  { name: 'Map Reduce (Recommended)', value: 'map_reduce', description: 'Summarizes each part, and then the summaries' },
  { name: 'Refine', value: 'refine', description: 'Improves a summary of the first part with each further one' },
  { name: 'Stuff', value: 'stuff', description: 'Summarizes the whole text at once' },
];

const prompt = (name: string, displayName: string, value: string, rows: number, displayOptions: DisplayOptions): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  typeOptions: { rows },
  displayOptions,
  description:
    name === 'refinePrompt' ? 'Its {existing_answer} and {text} are replaced.' : 'Its {text} is replaced by the text or by the summaries.',
});

const METHOD = '/options.summarizationMethodAndPrompts.values.summarizationMethod';
const hiddenFor = (...values: readonly string[]): DisplayOptions => ({ hide: { [METHOD]: values } });
const shownFor = (value: string): DisplayOptions => ({ show: { '/type': [value] } });

export const first: Description = {
  ...base,
  version: 1,
  inputs: [
    'main',
    { displayName: 'Model', maxConnections: 1, type: 'ai_languageModel', required: true },
    { displayName: 'Document', maxConnections: 1, type: 'ai_document', required: true },
  ],
  properties: [
    notice,
    {
      displayName: 'Type',
      name: 'type',
      type: 'options',
      default: 'map_reduce',
      description: 'How long texts are summarized',
      options: methods,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        prompt('combineMapPrompt', 'Final Prompt to Combine', MAP_PROMPT, 6, shownFor('map_reduce')),
        prompt('prompt', 'Individual Summary Prompt', MAP_PROMPT, 6, shownFor('map_reduce')),
        prompt('prompt', 'Prompt', MAP_PROMPT, 6, shownFor('stuff')),
        prompt('refinePrompt', 'Subsequent (Refine) Prompt', REFINE_PROMPT, 6, shownFor('refine')),
        prompt('refineQuestionPrompt', 'Initial Prompt', MAP_PROMPT, 6, shownFor('refine')),
      ],
    },
  ],
};

const simple: DisplayOptions = { show: { '/chunkingMode': ['simple'] } };

const methodAndPrompts: NodeProperty = {
  displayName: 'Summarization Method and Prompts',
  name: 'summarizationMethodAndPrompts',
  type: 'fixedCollection',
  placeholder: 'Add Option',
  default: { values: { summarizationMethod: 'map_reduce', prompt: MAP_PROMPT, combineMapPrompt: MAP_PROMPT } },
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Summarization Method',
          name: 'summarizationMethod',
          type: 'options',
          default: 'map_reduce',
          description: 'How long texts are summarized',
          options: methods,
        },
        prompt('combineMapPrompt', 'Final Prompt to Combine', MAP_PROMPT, 9, hiddenFor('stuff', 'refine')),
        prompt('prompt', 'Individual Summary Prompt', MAP_PROMPT, 9, hiddenFor('stuff', 'refine')),
        prompt('prompt', 'Prompt', MAP_PROMPT, 9, hiddenFor('refine', 'map_reduce')),
        prompt('refinePrompt', 'Subsequent (Refine) Prompt', REFINE_PROMPT, 9, hiddenFor('stuff', 'map_reduce')),
        prompt('refineQuestionPrompt', 'Initial Prompt', MAP_PROMPT, 9, hiddenFor('stuff', 'map_reduce')),
      ],
    },
  ],
};

export const second: Description = {
  ...base,
  version: [2, 2.1],
  inputs: `={{ [
    "main",
    { displayName: "Model", maxConnections: 1, type: "ai_languageModel", required: true },
    ...($parameter.operationMode === "documentLoader" ? [{ displayName: "Document", type: "ai_document", required: true, maxConnections: 1 }] : []),
    ...($parameter.operationMode !== "documentLoader" && $parameter.chunkingMode === "advanced"
      ? [{ displayName: "Text Splitter", type: "ai_textSplitter", required: true, maxConnections: 1 }] : [])
  ] }}`,
  properties: [
    notice,
    {
      displayName: 'Data to Summarize',
      name: 'operationMode',
      type: 'options',
      noDataExpression: true,
      default: 'nodeInputJson',
      description: 'Where the text comes from',
      options: [
        { name: 'Use Node Input (JSON)', value: 'nodeInputJson', description: 'The fields of the item' },
        { name: 'Use Node Input (Binary)', value: 'nodeInputBinary', description: 'A file of the item: text or PDF' },
        { name: 'Use Document Loader', value: 'documentLoader', description: 'The documents of a node that is connected to this one' },
      ],
    },
    {
      displayName: 'Chunking Strategy',
      name: 'chunkingMode',
      type: 'options',
      noDataExpression: true,
      default: 'simple',
      description: 'How the text is split into parts',
      displayOptions: { show: { '/operationMode': ['nodeInputJson', 'nodeInputBinary'] } },
      options: [
        { name: 'Simple (Define Below)', value: 'simple', description: 'Parts of a length that you set' },
        { name: 'Advanced', value: 'advanced', description: 'A text splitter that is connected to this node' },
      ],
    },
    {
      displayName: 'Characters Per Chunk',
      name: 'chunkSize',
      type: 'number',
      default: 1000,
      description: 'Maximum length of a part in characters',
      displayOptions: simple,
    },
    {
      displayName: 'Chunk Overlap (Characters)',
      name: 'chunkOverlap',
      type: 'number',
      default: 200,
      description: 'How many characters two neighboring parts share, so that nothing between them is lost',
      displayOptions: simple,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Input Data Field Name',
          name: 'binaryDataKey',
          type: 'string',
          default: 'data',
          description: 'Name of the field of the item that has the file',
          displayOptions: { show: { '/operationMode': ['nodeInputBinary'] } },
        },
        methodAndPrompts,
        batchesOf(5, { '@version': [{ _cnd: { gte: 2.1 } }] }),
      ],
    },
  ],
};
