// Makes the model. Addresses of resources have the name of the deployment in their path; those of Foundry have it in the body.
import type { AzureOpenAIProviderSettings } from '@ai-sdk/azure';
import { NodeError, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { addressOf, chatSettings, retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings } from '../_shared/ai/models/with-settings.ts';

export const TIMEOUT = 60_000;
const API_VERSION = '2025-03-01-preview';

export async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createAzure } = await import('@ai-sdk/azure');
  const options = new OptionValues(ctx, itemIndex);
  const deployment = ctx.param('model', itemIndex, '');
  if (deployment === '') throw new NodeError('The name of the deployment is empty.', { code: 'PARAMETER_INVALID', parameter: 'model' });
  const credential = ctx.param('authentication', itemIndex, 'azureOpenAiApi');
  const access = signedAccess(ctx, itemIndex, credential, options.number('timeout', 1) ?? TIMEOUT);
  const azure = createAzure({ ...access, ...(await place(ctx, itemIndex, credential)) });
  const settings = { ...chatSettings(options), providerOptions: { azure: { strictJsonSchema: false } } };
  return { ai_languageModel: { model: withSettings(azure.chat(deployment), settings), maxRetries: retriesOf(options) } };
}

/** Returns the address of the credential. */
async function place(ctx: ExecuteContext, itemIndex: number, credential: string): Promise<AzureOpenAIProviderSettings> {
  const { endpointType, resourceName, apiVersion } = await ctx.credentials(credential, itemIndex);
  if (endpointType === 'foundry') return { baseURL: foundryUrl(await addressOf(ctx, itemIndex, credential, '', 'foundryEndpoint')) };
  const endpoint = await addressOf(ctx, itemIndex, credential, `https://${String(resourceName ?? '')}.openai.azure.com`, 'endpoint');
  return {
    baseURL: endpoint.endsWith('/openai') ? endpoint : `${endpoint}/openai`,
    apiVersion: typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : API_VERSION,
    useDeploymentBasedUrls: true,
  };
}

/** Azure shows the address of a resource with or without the path of the API. */
function foundryUrl(endpoint: string): string {
  const { pathname } = new URL(endpoint);
  return pathname === '/' ? `${endpoint}/openai/v1` : endpoint;
}
