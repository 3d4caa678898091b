// Recursive Character Text Splitter: splits texts at paragraphs, lines or words, or where a language has its sections.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { languages, separatorsOf, type Language } from '../_shared/ai/splitting/separators.ts';
import { chunkLimits, splitRecursively } from '../_shared/ai/splitting/split-text.ts';
import { chunkPropertiesIn, splitterNode, splitterNotice } from '../_shared/ai/splitting/splitter-node.ts';

const names: Readonly<Record<Language, string>> = {
  cpp: 'C++',
  go: 'Go',
  java: 'Java',
  js: 'JavaScript',
  php: 'PHP',
  proto: 'Protocol Buffers',
  python: 'Python',
  rst: 'reStructuredText',
  ruby: 'Ruby',
  rust: 'Rust',
  scala: 'Scala',
  swift: 'Swift',
  markdown: 'Markdown',
  latex: 'LaTeX',
  html: 'HTML',
};

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const separators = separatorsOf(ctx.param('options.splitCode', itemIndex, ''));
  const limits = chunkLimits(ctx, itemIndex);
  return { ai_textSplitter: { split: (text) => splitRecursively(text, limits, ctx.signal, separators) } };
}

export const textSplitterRecursiveCharacterTextSplitter = defineNode({
  type: '@n8n/n8n-nodes-langchain.textSplitterRecursiveCharacterTextSplitter',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...splitterNode('Recursive Character Text Splitter'),
        description: 'Splits texts at paragraphs, lines or words. Recommended for most texts.',
        properties: [
          splitterNotice,
          ...chunkPropertiesIn('characters'),
          {
            displayName: 'Options',
            name: 'options',
            type: 'collection',
            placeholder: 'Add Option',
            default: {},
            options: [
              {
                displayName: 'Split Code',
                name: 'splitCode',
                type: 'options',
                default: 'markdown',
                description: 'Language of the text: it is split at headings or declarations first',
                options: languages.map((value) => ({ name: names[value], value })),
              },
            ],
          },
        ],
      },
      supply,
    },
  ],
});
