// Anthropic: messages, images and documents to Claude; files and prompts at Anthropic.
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { anthropicModels } from '../_shared/ai/models/anthropic.ts';
import { runOperations, type Operation } from '../_shared/ai/services/node-operations.ts';
import { description } from './description.ts';
import { deleteFile, getFile, listFiles, uploadFile } from './operations/file.ts';
import { analyzeFiles, messageModel } from './operations/message.ts';
import { generatePrompt, improvePrompt, templatizePrompt } from './operations/prompt.ts';

const operations: ReadonlyMap<string, Operation> = new Map([
  ['document.analyze', analyzeFiles('documentUrls', 'document')],
  ['image.analyze', analyzeFiles('imageUrls', 'image')],
  ['file.upload', uploadFile],
  ['file.get', getFile],
  ['file.list', listFiles],
  ['file.deleteFile', deleteFile],
  ['prompt.generate', generatePrompt],
  ['prompt.improve', improvePrompt],
  ['prompt.templatize', templatizePrompt],
  ['text.message', messageModel],
]);

export const anthropic = defineNode({
  type: '@n8n/n8n-nodes-langchain.anthropic',
  icon: 'icon.svg',
  versions: [
    {
      description,
      methods: { listSearch: { modelSearch: anthropicModels } },
      execute: (ctx: ExecuteContext): Promise<NodeOutput> => runOperations(ctx, operations),
    },
  ],
});
