// The list of the models that are installed in Ollama, for the editor.
import type { DetachedContext } from '../../../../../sdk/index.ts';
import type { PropertyOption } from '../../../../../workflow/node-type.ts';
import { fieldOfEach, listedModels, requestList } from '../model-list.ts';
import { notReached, ollamaService } from './ollama-service.ts';

/** Returns the models. Throws NodeError if Ollama is not running. */
export async function ollamaModels(ctx: DetachedContext): Promise<readonly PropertyOption[]> {
  const service = await ollamaService(ctx, 0);
  try {
    const list = (await requestList(ctx, { url: `${service.baseUrl}/api/tags`, credential: service.credential })) as {
      readonly models?: unknown;
    } | null;
    return listedModels(fieldOfEach(list?.models, 'name')).results;
  } catch (error) {
    throw notReached(error, service) ?? error;
  }
}
