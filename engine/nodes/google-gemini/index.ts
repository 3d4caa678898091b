// Google Gemini: messages, images, recordings, documents and videos, and files at Google.
import { defineNode, type DetachedContext, type ExecuteContext, type ListSearchResult, type NodeOutput } from '../../sdk/index.ts';
import { geminiModels } from '../_shared/ai/models/gemini.ts';
import { listedModels } from '../_shared/ai/models/model-list.ts';
import { runOperations, type Operation } from '../_shared/ai/services/node-operations.ts';
import { description } from './description.ts';
import { createStore, deleteStore, listStores, uploadFile, uploadToStore } from './operations/file.ts';
import { downloadVideo, editImage, generateImage, generateVideo } from './operations/media.ts';
import { analyzeFiles, messageModel, transcribe } from './operations/text.ts';

const operations: ReadonlyMap<string, Operation> = new Map([
  ['audio.analyze', analyzeFiles('audioUrls')],
  ['audio.transcribe', transcribe],
  ['document.analyze', analyzeFiles('documentUrls')],
  ['image.analyze', analyzeFiles('imageUrls')],
  ['image.generate', generateImage],
  ['image.edit', editImage],
  ['video.analyze', analyzeFiles('videoUrls')],
  ['video.generate', generateVideo],
  ['video.download', downloadVideo],
  ['file.upload', uploadFile],
  ['fileSearch.createStore', createStore],
  ['fileSearch.deleteStore', deleteStore],
  ['fileSearch.listStores', listStores],
  ['fileSearch.uploadToStore', uploadToStore],
  ['text.message', messageModel],
]);

/** Names of models that make images, videos or speech. */
const isMaker = (name: string): boolean => /image|veo|tts|embedding|aqa|learnlm/.test(name);

/** Returns a list of the models with one of the methods that are `suitable`. */
const searchOf =
  (suitable: (name: string) => boolean, ...methods: readonly string[]) =>
  async (ctx: DetachedContext, filter?: string): Promise<ListSearchResult> => {
    const models = await geminiModels(ctx, ...methods);
    return listedModels(
      models.map(({ name }) => name).filter((name) => suitable(name)),
      filter,
    );
  };

const chatModels = searchOf((name) => !isMaker(name), 'generateContent');
const isImageModel = (name: string): boolean => name.includes('image');

const listSearch = {
  modelSearch: chatModels,
  audioModelSearch: chatModels,
  imageGenerationModelSearch: searchOf(isImageModel, 'generateContent', 'predict'),
  imageEditModelSearch: searchOf(isImageModel, 'generateContent'),
  videoGenerationModelSearch: searchOf((name) => name.includes('veo'), 'predictLongRunning'),
};

export const googleGemini = defineNode({
  type: '@n8n/n8n-nodes-langchain.googleGemini',
  icon: 'icon.svg',
  versions: [
    {
      description,
      methods: { listSearch },
      execute: (ctx: ExecuteContext): Promise<NodeOutput> => runOperations(ctx, operations),
    },
  ],
});
