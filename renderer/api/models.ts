// REST calls for the use of models.
import { api, mutation, query } from './base.ts';

export const modelsApi = api.injectEndpoints({
  endpoints: () => ({
    getModelPrices: query('GET /settings/model-prices', ['ModelPrices']),
    changeModelPrices: mutation('PUT /settings/model-prices', ['ModelPrices']),
    getModelUse: query('GET /settings/model-use'),
  }),
});
