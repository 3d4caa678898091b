// What the descriptions of text splitters have in common.
import type { NodeVersion } from '../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../workflow/node-type.ts';
import { notice } from '../tools/tool-properties.ts';

type Base = Pick<
  NodeVersion['description'],
  'displayName' | 'version' | 'group' | 'defaults' | 'codex' | 'inputs' | 'outputs' | 'outputNames'
>;

export const splitterNode = (displayName: string): Base => ({
  displayName,
  version: 1,
  group: ['transform'],
  defaults: { name: displayName },
  codex: { categories: ['AI'], subcategories: { AI: ['Text Splitters'] }, alias: ['chunk', 'split', 'rag'] },
  inputs: [],
  outputs: ['ai_textSplitter'],
  outputNames: ['Text Splitter'],
});

/** Where the node is connected. */
export const splitterNotice: NodeProperty = notice('Connect this node to a document loader, or to a Summarization Chain.');

export const chunkPropertiesIn = (unit: 'characters' | 'tokens'): readonly NodeProperty[] => [
  {
    displayName: 'Chunk Size',
    name: 'chunkSize',
    type: 'number',
    default: 1000,
    description: `Maximum length of a chunk in ${unit}`,
  },
  {
    displayName: 'Chunk Overlap',
    name: 'chunkOverlap',
    type: 'number',
    default: 0,
    description: `How many ${unit} two neighboring chunks share, so that nothing between them is lost`,
  },
];
