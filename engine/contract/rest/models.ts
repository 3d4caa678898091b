// REST calls for the use of models: the table of prices, and what was used today.
import { Type } from 'typebox';
import { route } from './route.ts';

export const MOST_PRICES = 1000;

const amount = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 }));

/** A price in US dollars per million tokens. Without `input`, the model has no price. */
export const modelPriceSchema = Type.Object(
  {
    /** Such as `openai`. */
    provider: Type.String({ minLength: 1, maxLength: 100 }),
    /** Id of a model, or what the ids of several begin with; empty for all models of the provider. */
    model: Type.String({ maxLength: 200 }),
    input: amount,
    /** Input that the service has in its cache. Default: the price of input. */
    cachedInput: amount,
    /** Default: 0, as for embeddings. */
    output: amount,
  },
  { additionalProperties: false },
);

/** As it is exported. */
export const modelPriceTableSchema = Type.Object(
  {
    /** Day on which the prices were looked up, such as `2025-11-30`. */
    date: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }),
    prices: Type.Array(modelPriceSchema, { maxItems: MOST_PRICES }),
  },
  { additionalProperties: false },
);

const response = Type.Object({
  /** The prices that come with the program. */
  builtIn: modelPriceTableSchema,
  /** Prices of this instance, which take precedence. Absent if there are none. */
  own: Type.Optional(modelPriceTableSchema),
});

const totals = Type.Object({ tokens: Type.Number(), milliseconds: Type.Number(), cost: Type.Number() });

export const modelRoutes = {
  prices: route({
    method: 'GET',
    path: '/settings/model-prices',
    access: 'setting:manage',
    summary: 'Returns the prices of models: those that come with the program, and those of the instance',
    response,
  }),
  changePrices: route({
    method: 'PUT',
    path: '/settings/model-prices',
    access: 'setting:manage',
    summary: 'Replaces the prices of the instance; an empty list leaves those that come with the program',
    body: modelPriceTableSchema,
    response,
  }),
  today: route({
    method: 'GET',
    path: '/settings/model-use',
    access: 'setting:manage',
    summary: 'Returns how much the workflows of the instance have used models today',
    response: Type.Object({ day: Type.String(), totals }),
  }),
};

export type ModelPrice = Type.Static<typeof modelPriceSchema>;
export type ModelPriceTable = Type.Static<typeof modelPriceTableSchema>;
export type ModelPricesView = Type.Static<typeof response>;
