// Port for calls of models: counts them, and refuses them beyond the limits of the workflow and of the instance.
import type { ModelTokens, ModelUse } from '../contract/model-use.ts';

export interface ModelName {
  /** Such as `openai` or `openai.chat`. */
  readonly provider: string;
  readonly model: string;
}

export interface ModelCalls {
  /** Begins a call. Throws NodeError MODEL_LIMIT_REACHED if the run, the workflow or the instance has used what it may; nothing may be sent then. */
  begin(model: ModelName): Promise<ModelCall>;
}

export interface ModelCall {
  /** Counts the call, once: its time until now, and its tokens if they are known. Returns what is recorded with the run. */
  end(tokens?: ModelTokens): ModelUse;
}

/** Whether an error says that a limit of models is reached: then it makes no sense to go on with another request, or another model. */
export const isModelLimit = (error: unknown): boolean => (error as { readonly code?: unknown } | undefined)?.code === 'MODEL_LIMIT_REACHED';

/** Returns calls whose records are added to a list. */
export const collectedCalls = (calls: ModelCalls, uses: ModelUse[]): ModelCalls => ({
  begin: async (model) => {
    const call = await calls.begin(model);
    return {
      end: (tokens) => {
        const use = call.end(tokens);
        uses.push(use);
        return use;
      },
    };
  },
});

/** Makes a call of a model and counts it, also if it fails. Without `calls`, it is not counted. Throws MODEL_LIMIT_REACHED before the call. */
export async function countedCall<R>(
  calls: ModelCalls | undefined,
  model: ModelName,
  send: () => Promise<R>,
  tokensOf: (result: R) => ModelTokens | undefined,
): Promise<R> {
  const call = await calls?.begin(model);
  try {
    const result = await send();
    call?.end(tokensOf(result));
    return result;
  } catch (error) {
    call?.end();
    throw error;
  }
}
