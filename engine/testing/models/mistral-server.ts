// A server with the API of Mistral, which has OpenAI's form with other thoughts, errors and entries of models. Written from Mistral's API reference.
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../stub-server.ts';
import { openAiServer } from './open-ai-server.ts';
import type { Script } from './scripted-model.ts';

const model = (id: string, chats: boolean): JsonObject => ({
  id,
  object: 'model',
  capabilities: { completion_chat: chats, function_calling: chats },
});

export const mistralServer = (script: Script): Promise<StubServer> =>
  openAiServer(script, {
    thoughts: 'parts',
    models: [model('mistral-small', true), model('magistral-medium-latest', true), model('mistral-embed', false)],
    error: (message) => ({ object: 'error', message, type: 'invalid_request_error', param: null, code: '1000' }),
  });
