// Description of the Question and Answer Chain. The first versions read the question from a field of their own.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { CONTEXT_PROMPT } from '../_shared/ai/answer-from-documents.ts';
import { batchesOf, promptText, promptType } from '../_shared/ai/prompt-properties.ts';
import { notice } from '../_shared/ai/tools/tool-properties.ts';

const since = (version: number): { readonly '@version': readonly [{ readonly _cnd: { readonly gte: number } }] } => ({
  '@version': [{ _cnd: { gte: version } }],
});

const firstQuery = (version: number, field: string): NodeProperty => ({
  displayName: 'Query',
  name: 'query',
  type: 'string',
  default: `={{ $json.${field} }}`,
  required: true,
  description: 'The question',
  displayOptions: { show: { '@version': [version] } },
});

const systemPrompt = (name: string, version: object): NodeProperty => ({
  displayName: 'System Prompt Template',
  name: 'systemPromptTemplate',
  type: 'string',
  default: CONTEXT_PROMPT,
  typeOptions: { rows: 6 },
  description: `Instructions for the model. {context} is replaced by the documents that were found, and {${name}} by the question.`,
  displayOptions: { show: { '@version': [version] } } as NonNullable<NodeProperty['displayOptions']>,
});

export const description: NodeVersion['description'] = {
  displayName: 'Question and Answer Chain',
  description: 'Answers questions from documents that a retriever finds',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7],
  group: ['transform'],
  defaults: { name: 'Question and Answer Chain', color: '#909298' },
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['rag', 'retrieval', 'knowledge base'] },
  inputs: [
    'main',
    { displayName: 'Model', maxConnections: 1, type: 'ai_languageModel', required: true },
    { displayName: 'Retriever', maxConnections: 1, type: 'ai_retriever', required: true },
  ],
  outputs: ['main'],
  properties: [
    notice(
      'Connect a retriever with a vector store. For an agent that searches when it needs to, use an AI Agent with a vector store as a tool.',
    ),
    firstQuery(1, 'input'),
    firstQuery(1.1, 'chat_input'),
    firstQuery(1.2, 'chatInput'),
    promptType(['auto', 'guardrails', 'define'], { hide: { '@version': [{ _cnd: { lte: 1.2 } }, { _cnd: { gte: 1.7 } }] } }),
    promptType(['auto', 'define'], { show: since(1.7) }),
    promptText('guardrails', { show: since(1.4) }),
    promptText('auto', { show: since(1.4) }),
    promptText('define'),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [systemPrompt('question', { _cnd: { lt: 1.5 } }), systemPrompt('input', { _cnd: { gte: 1.5 } }), batchesOf(5, since(1.6))],
    },
  ],
};
