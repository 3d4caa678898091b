// Settings of the instance that limit the use of models by all of its workflows.
import { amount, integer } from './setting-kinds.ts';

export const modelSettings = {
  modelRunTokens: integer('MILLRACE_MODEL_RUN_TOKENS', 0, 'Maximum number of tokens that models use per execution; 0 for no limit'),
  modelRunSeconds: integer('MILLRACE_MODEL_RUN_SECONDS', 0, 'Maximum seconds that calls of models last per execution; 0 for no limit'),
  modelRunCost: amount('MILLRACE_MODEL_RUN_COST', 0, 'Maximum cost of models per execution, in US dollars; 0 for no limit'),
  modelDayTokens: integer('MILLRACE_MODEL_DAY_TOKENS', 0, 'Maximum number of tokens that models use per day; 0 for no limit'),
  modelDaySeconds: integer('MILLRACE_MODEL_DAY_SECONDS', 0, 'Maximum seconds that calls of models last per day; 0 for no limit'),
  modelDayCost: amount('MILLRACE_MODEL_DAY_COST', 0, 'Maximum cost of models per day, in US dollars; 0 for no limit'),
};
