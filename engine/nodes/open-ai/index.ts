// OpenAI: messages, images, recordings, files, conversations and videos, at OpenAI or a service with its API.
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { runOperations, type Operation } from '../_shared/ai/services/node-operations.ts';
import { first, second } from './description.ts';
import { assistantsEnded, methods } from './lists.ts';
import { generateAudio, transcribe, translate } from './operations/audio.ts';
import { analyzeImageByChat, messageModel } from './operations/chat.ts';
import { createConversation, getConversation, removeConversation, updateConversation } from './operations/conversation.ts';
import { deleteFile, listFiles, uploadFile } from './operations/file.ts';
import { editImage, generateImage } from './operations/image.ts';
import { classifyText } from './operations/moderation.ts';
import { analyzeImage, respond } from './operations/response.ts';
import { generateVideo } from './operations/video.ts';

const shared: readonly (readonly [string, Operation])[] = [
  ['audio.generate', generateAudio],
  ['audio.transcribe', transcribe],
  ['audio.translate', translate],
  ['file.upload', uploadFile],
  ['file.deleteFile', deleteFile],
  ['file.list', listFiles],
  ['image.generate', generateImage],
  ['text.classify', classifyText],
];

const endedAssistant: Operation = () => Promise.reject(assistantsEnded());

const firstOperations: ReadonlyMap<string, Operation> = new Map([
  ...shared,
  ['text.message', messageModel],
  ['image.analyze', analyzeImageByChat],
  ...['create', 'deleteAssistant', 'list', 'message', 'update'].map((name) => [`assistant.${name}`, endedAssistant] as const),
]);

const secondOperations: ReadonlyMap<string, Operation> = new Map([
  ...shared,
  ['text.response', respond],
  ['image.analyze', analyzeImage],
  ['image.edit', editImage],
  ['conversation.create', createConversation],
  ['conversation.get', getConversation],
  ['conversation.remove', removeConversation],
  ['conversation.update', updateConversation],
  ['video.generate', generateVideo],
]);

export const openAi = defineNode({
  type: '@n8n/n8n-nodes-langchain.openAi',
  icon: 'icon.svg',
  defaultVersion: 2.3,
  versions: [
    { description: first, methods, execute: (ctx: ExecuteContext): Promise<NodeOutput> => runOperations(ctx, firstOperations) },
    { description: second, methods, execute: (ctx: ExecuteContext): Promise<NodeOutput> => runOperations(ctx, secondOperations) },
  ],
});
