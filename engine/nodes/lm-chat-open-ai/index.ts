// OpenAI Chat Model: models of OpenAI and of every service with its API, such as local servers.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { getModels, searchModels } from './list-models.ts';
import { supply } from './supply.ts';

export const lmChatOpenAi = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
  icon: 'icon.svg',
  versions: [{ description, supply, methods: { listSearch: { searchModels }, loadOptions: { getModels } } }],
});
