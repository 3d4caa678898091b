// What the nodes of Cohere share: the address of the credential.
import type { DetachedContext } from '../../../../sdk/index.ts';
import { addressOf } from './chat-settings.ts';

export const COHERE_CREDENTIAL = 'cohereApi';

export const cohereUrl = async (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  `${await addressOf(ctx, itemIndex, COHERE_CREDENTIAL, 'https://api.cohere.ai')}/v2`;
