// Root nodes that ask a model once: chains, extraction, classification, and models of other services.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { EndedRun, RunInstance, Sketch } from '../instance.ts';
import { chatModel, manual, withAttached, type Attachment } from './attached.ts';
import type { ModelService } from './model-service.ts';

export interface LangchainCase {
  readonly make: string;
  readonly nodes: string;
  readonly checks: string;
  readonly run: (instance: RunInstance, service: ModelService) => Promise<void>;
}

/** Runs a root node with a chat model and further nodes. Returns the json of its outputs. */
async function answers(
  instance: RunInstance,
  service: ModelService,
  root: Sketch,
  more: Readonly<Record<string, Attachment>> = {},
): Promise<readonly (readonly object[])[]> {
  const model = { ...(await chatModel(instance, service)), by: 'ai_languageModel' };
  const run = await instance.runFile(withAttached(root, { Model: model, ...more }, manual));
  assert.equal(run.error, undefined);
  return [run.json('Root'), run.json('Root', 1)];
}

export const chains: readonly LangchainCase[] = [
  {
    make: 'Chain with an output parser that repairs',
    nodes: 'chainLlm, outputParserAutofixing, outputParserStructured',
    checks: 'an answer that is not JSON is sent to a second model, whose answer has the fields of the schema',
    run: async (instance, service) => {
      service.play(({ model }) => (model === 'fixer' ? '```json\n{"output":{"city":"Oslo"}}\n```' : 'Oslo, I think'));
      const [items] = await answers(
        instance,
        service,
        { type: 'chainLlm', typeVersion: 1.7, parameters: { promptType: 'define', text: 'Where?', hasOutputParser: true } },
        {
          Fixer: { ...(await chatModel(instance, service, 'fixer')), by: 'ai_languageModel', to: 'Parser' },
          Parser: { type: 'outputParserAutofixing', parameters: { options: {} }, by: 'ai_outputParser' },
          Schema: {
            type: 'outputParserStructured',
            typeVersion: 1.2,
            parameters: { jsonSchemaExample: '{ "city": "Rome" }' },
            by: 'ai_outputParser',
            to: 'Parser',
          },
        },
      );
      assert.deepEqual(items, [{ output: { city: 'Oslo' } }]);
    },
  },
  {
    make: 'Extraction of fields',
    nodes: 'informationExtractor',
    checks: 'the fields of the schema come out',
    run: async (instance, service) => {
      service.play(() => '```json\n{"city":"Oslo"}\n```');
      const attributes = [{ name: 'city', type: 'string', description: 'A city', required: true }];
      const parameters = { text: 'I live in Oslo', schemaType: 'fromAttributes', attributes: { attributes }, options: {} };
      const [items] = await answers(instance, service, { type: 'informationExtractor', typeVersion: 1.2, parameters });
      assert.deepEqual(items, [{ output: { city: 'Oslo' } }]);
    },
  },
  {
    make: 'Classification',
    nodes: 'textClassifier',
    checks: 'the item leaves by the output of its category',
    run: async (instance, service) => {
      service.play(() => '```json\n{"praise":false,"complaint":true,"fallback":false}\n```');
      const categories = ['praise', 'complaint'].map((category) => ({ category, description: category }));
      const parameters = { inputText: 'It broke', categories: { categories }, options: {} };
      const outputs = await answers(instance, service, { type: 'textClassifier', typeVersion: 1.1, parameters });
      assert.deepEqual(
        outputs.map((items) => items.length),
        [0, 1],
      );
    },
  },
  {
    make: 'Sentiment',
    nodes: 'sentimentAnalysis',
    checks: 'the item leaves by the output of its sentiment',
    run: async (instance, service) => {
      service.play(() => '```json\n{"sentiment":"Positive","strength":1,"confidence":1}\n```');
      const parameters = { inputText: 'Well done', options: {} };
      const [positive] = await answers(instance, service, { type: 'sentimentAnalysis', typeVersion: 1.1, parameters });
      assert.equal(positive?.length, 1);
    },
  },
  {
    make: 'Model of another service',
    nodes: 'chainLlm, lmChatAnthropic',
    checks: 'the question reaches the service by its own interface',
    run: async (instance, service) => {
      service.play(() => 'Because.');
      const model = {
        type: 'lmChatAnthropic',
        typeVersion: 1.3,
        parameters: { model: { __rl: true, mode: 'id', value: 'stub' }, options: {} },
        credentials: await instance.credential('anthropicApi', { apiKey: 'key-1', url: service.url }),
        by: 'ai_languageModel',
      };
      const root = { type: 'chainLlm', typeVersion: 1.7, parameters: { promptType: 'define', text: 'Why?' } };
      const run = await instance.runFile(withAttached(root, { Model: model }, manual));
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Root'), [{ text: 'Because.' }]);
      assert.deepEqual(
        service.requests.map(({ path }) => path),
        ['/v1/messages'],
      );
    },
  },
  {
    make: 'Model on the own computer',
    nodes: 'chainLlm, lmChatOllama',
    checks: 'the question reaches Ollama; a credential that is limited to other domains is refused before',
    run: async (instance, service) => {
      service.play(() => 'Because.');
      const root = { type: 'chainLlm', typeVersion: 1.7, parameters: { promptType: 'define', text: 'Why?' } };
      const asked = async (domains: JsonObject): Promise<EndedRun> => {
        const model = {
          type: 'lmChatOllama',
          parameters: { model: 'stub', options: {} },
          credentials: await instance.credential('ollamaApi', { baseUrl: service.url, ...domains }),
          by: 'ai_languageModel',
        };
        return instance.runFile(withAttached(root, { Model: model }, manual));
      };
      const run = await asked({});
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Root'), [{ text: 'Because.' }]);
      assert.deepEqual(
        service.requests.map(({ path }) => path),
        ['/api/chat'],
      );
      const endedRun = await asked({ allowedHttpRequestDomains: 'domains', allowedDomains: 'ollama.example' });
      assert.match(endedRun.error ?? '', /may not be sent to 127\.0\.0\.1/);
      assert.equal(service.requests.length, 1);
    },
  },
  {
    make: 'Error of a model, with continue on fail',
    nodes: 'chainLlm, lmChatOpenAi',
    checks: 'the error becomes an item, and is recorded with the model',
    run: async (instance, service) => {
      service.play(
        () => '',
        () => ({ unexpected: true }),
      );
      const model = { ...(await chatModel(instance, service)), by: 'ai_languageModel' };
      const root = {
        type: 'chainLlm',
        typeVersion: 1.7,
        onError: 'continueRegularOutput' as const,
        parameters: { promptType: 'define', text: 'Why?' },
      };
      const run = await instance.runFile(withAttached(root, { Model: model }, manual));
      assert.equal(run.error, undefined);
      assert.equal(typeof run.json('Root')[0]?.['error'], 'string');
    },
  },
];
