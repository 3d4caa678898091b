// Requests to Anthropic. Some parts of its API must be asked for by a header.
import { anthropicUrl, ANTHROPIC_CREDENTIAL } from '../_shared/ai/models/anthropic.ts';
import type { OperationCall } from '../_shared/ai/services/node-operations.ts';
import { Service } from '../_shared/ai/services/service.ts';

export const serviceOf = async ({ ctx, itemIndex }: OperationCall): Promise<Service> =>
  new Service({ ctx, itemIndex, provider: 'anthropic', credential: ANTHROPIC_CREDENTIAL, baseUrl: await anthropicUrl(ctx, itemIndex) });

const betas = {
  files: 'files-api-2025-04-14',
  codeExecution: 'code-execution-2025-08-25',
  promptTools: 'prompt-tools-2025-04-02',
} as const;

export const betaHeader = (part: keyof typeof betas): Readonly<Record<string, string>> => ({ 'anthropic-beta': betas[part] });
