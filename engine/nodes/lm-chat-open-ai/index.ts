// OpenAI Chat Model: models of OpenAI and of every service with its API, such as local servers.
import { defineNode, type DetachedContext, type ListSearchResult } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { isChatModel, openAiModels } from '../_shared/ai/models/open-ai-models.ts';
import { description } from './description.ts';
import { supply } from './supply.ts';

const searchModels = (ctx: DetachedContext, filter?: string): Promise<ListSearchResult> => openAiModels(ctx, isChatModel, filter);

const getModels = async (ctx: DetachedContext): Promise<readonly PropertyOption[]> => (await searchModels(ctx)).results;

export const lmChatOpenAi = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
  icon: 'icon.svg',
  versions: [{ description, supply, methods: { listSearch: { searchModels }, loadOptions: { getModels } } }],
});
