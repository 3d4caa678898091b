// Requests to OpenAI, or to the service of the credential.
import type { DetachedContext } from '../../sdk/index.ts';
import { openAiUrl, OPEN_AI } from '../_shared/ai/models/open-ai-url.ts';
import type { OperationCall } from '../_shared/ai/services/node-operations.ts';
import { Service } from '../_shared/ai/services/service.ts';

export async function openAiService(ctx: DetachedContext, itemIndex: number): Promise<Service> {
  return new Service({ ctx, itemIndex, provider: 'openai', credential: 'openAiApi', baseUrl: await openAiUrl(ctx, itemIndex) });
}

export const serviceOf = ({ ctx, itemIndex }: OperationCall): Promise<Service> => openAiService(ctx, itemIndex);

/** Whether the service is OpenAI itself. Others know fewer of its newest fields. */
export const isOpenAi = async ({ ctx, itemIndex }: OperationCall): Promise<boolean> => (await openAiUrl(ctx, itemIndex)) === OPEN_AI;
