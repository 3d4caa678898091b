// The assistant: the model that the user has chosen, and questions to it.
import { api, mutation, query } from './base.ts';

export const assistantApi = api.injectEndpoints({
  endpoints: () => ({
    assistant: query('GET /assistant', ['Assistant']),
    chooseModel: mutation('PUT /assistant', ['Assistant']),
    assistantProviders: query('GET /assistant/providers', ['NodeTypes']),
    assistantModels: query('GET /assistant/models', [], { keepUnusedDataFor: 60 }),
    ask: mutation('POST /assistant/answers'),
    cancelQuestion: mutation('DELETE /assistant/answers/:id'),
  }),
});
