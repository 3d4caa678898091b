// Makes the embedder, with the options of the node.
import type { DetachedContext, ExecuteContext, Supply } from '../../sdk/index.ts';
import { signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { embedderOf, embeddingService } from '../_shared/ai/models/embedder.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { openAiUrl } from '../_shared/ai/models/open-ai-url.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';

const CREDENTIAL = 'openAiApi';

export async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const options = new OptionValues(ctx, itemIndex);
  const timeout = options.number('timeout');
  const access = signedAccess(ctx, itemIndex, CREDENTIAL, timeout === undefined ? undefined : Math.max(0, timeout));
  const send = options.text('encodingFormat') === 'base64' ? inBase64(access.fetch) : access.fetch;
  const openai = createOpenAI({ ...access, fetch: send, baseURL: await openAiUrl(ctx, itemIndex) });
  const model = openai.embedding(ctx.param('model', itemIndex, 'text-embedding-3-small'));
  const dimensions = options.number('dimensions', 1);
  const service = await embeddingService(model, () => ({ openai: defined({ dimensions }) }));
  return {
    ai_embedding: embedderOf(ctx, service, {
      batchSize: options.number('batchSize', 1) ?? 512,
      stripsNewLines: options.flag('stripNewLines') ?? true,
    }),
  };
}

interface Entry {
  readonly embedding: string | readonly number[];
}

/** Requests vectors in base64, and decodes them for the provider. */
const inBase64 =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const body = JSON.stringify({ ...(JSON.parse(String(init?.body)) as object), encoding_format: 'base64' });
    const response = await send(input, { ...init, body });
    if (!response.ok) return response;
    const { data, ...rest } = (await response.json()) as { readonly data: readonly Entry[] };
    return Response.json({ ...rest, data: data.map((entry) => ({ ...entry, embedding: numbersOf(entry) })) });
  };

const BYTES_PER_NUMBER = 4;

/** Some services send numbers whatever is requested. */
function numbersOf({ embedding }: Entry): readonly number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Array.from({ length: Math.floor(bytes.length / BYTES_PER_NUMBER) }, (_, at) => bytes.readFloatLE(at * BYTES_PER_NUMBER));
}

/** Services with other models than OpenAI may name them otherwise, so all are listed there. */
export async function getModels(ctx: DetachedContext): ReturnType<typeof listedIds> {
  const url = await openAiUrl(ctx, 0);
  const isOpenAi = new URL(url).hostname === 'api.openai.com';
  return listedIds(ctx, { url: `${url}/models`, credential: CREDENTIAL }, (id) => !isOpenAi || id.includes('embedding'));
}
