// Limits of the use of models, of a workflow or of the instance.
import { Type } from 'typebox';

const limit = Type.Optional(Type.Number({ minimum: 0 }));

/** An absent limit, or 0, limits nothing. Costs are in US dollars. */
export const modelLimitsSchema = Type.Object({
  runTokens: limit,
  runSeconds: limit,
  runCost: limit,
  dayTokens: limit,
  daySeconds: limit,
  dayCost: limit,
});

export type ModelLimits = Type.Static<typeof modelLimitsSchema>;
export type ModelLimitName = keyof ModelLimits;
