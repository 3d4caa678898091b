// Vector stores: documents are split, embedded and stored, found again, and asked about.
import assert from 'node:assert/strict';
import type { Sketch } from '../instance.ts';
import { chatModel, embeddingModel, manual, withAttached } from './attached.ts';
import type { LangchainCase } from './chains.ts';

const memoryKey = { __rl: true, mode: 'id', value: 'facts' };
const store = (parameters: object): Sketch => ({ type: 'vectorStoreInMemory', typeVersion: 1.3, parameters: { memoryKey, ...parameters } });

export const stores: readonly LangchainCase[] = [
  {
    make: 'Documents into a vector store',
    nodes: 'vectorStoreInMemory, documentDefaultDataLoader, textSplitterRecursiveCharacterTextSplitter, embeddingsOpenAi',
    checks: 'a text is split, each part is embedded with its metadata and comes out',
    run: async (instance, service) => {
      service.play(() => '');
      const file = withAttached(
        store({ mode: 'insert' }),
        {
          Embeddings: { ...(await embeddingModel(instance, service)), by: 'ai_embedding' },
          Document: {
            type: 'documentDefaultDataLoader',
            typeVersion: 1.1,
            parameters: {
              jsonMode: 'expressionData',
              jsonData: 'Norway has fjords and its capital is Oslo.\n\nCats like warm milk and long naps.',
              textSplittingMode: 'custom',
              options: { metadata: { metadataValues: [{ name: 'book', value: 'atlas' }] } },
            },
            by: 'ai_document',
          },
          Splitter: {
            type: 'textSplitterRecursiveCharacterTextSplitter',
            parameters: { chunkSize: 50, chunkOverlap: 0, options: {} },
            by: 'ai_textSplitter',
            to: 'Document',
          },
        },
        manual,
      );
      const run = await instance.runFile(file);
      assert.equal(run.error, undefined);
      assert.deepEqual(
        run.json('Root').map(({ pageContent, metadata }) => [pageContent, (metadata as { book: string }).book]),
        [
          ['Norway has fjords and its capital is Oslo.', 'atlas'],
          ['Cats like warm milk and long naps.', 'atlas'],
        ],
      );
    },
  },
  {
    make: 'Question about stored documents',
    nodes: 'chainRetrievalQa, retrieverVectorStore',
    checks: 'the model is asked with the part that is nearest to the question',
    run: async (instance, service) => {
      service.play((request) => (JSON.stringify(request.messages).includes('its capital is Oslo') ? 'Oslo' : 'unknown'));
      const parameters = { promptType: 'define', text: 'Which is the capital of Norway?', options: {} };
      const file = withAttached(
        { type: 'chainRetrievalQa', typeVersion: 1.7, parameters },
        {
          Model: { ...(await chatModel(instance, service)), by: 'ai_languageModel' },
          Retriever: { type: 'retrieverVectorStore', parameters: { topK: 1 }, by: 'ai_retriever' },
          Store: { ...store({ mode: 'retrieve' }), by: 'ai_vectorStore', to: 'Retriever' },
          Embeddings: { ...(await embeddingModel(instance, service)), by: 'ai_embedding', to: 'Store' },
        },
        manual,
      );
      const run = await instance.runFile(file);
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Root'), [{ response: 'Oslo' }]);
    },
  },
];
