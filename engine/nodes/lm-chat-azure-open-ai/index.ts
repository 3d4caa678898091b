// Azure OpenAI Chat Model.
import { defineNode } from '../../sdk/index.ts';
import { chatModelNode, chatOptions, jsonNotice, modelOptions } from '../_shared/ai/models/model-properties.ts';
import { supply, TIMEOUT } from './supply.ts';

const methods = { azureOpenAiApi: 'API Key', azureEntraCognitiveServicesOAuth2Api: 'Azure Entra ID (OAuth2)' };

export const lmChatAzureOpenAi = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatAzureOpenAi',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...chatModelNode('Azure OpenAI Chat Model', ['gpt', 'microsoft', 'foundry']),
        description: 'Models that you deployed at Azure',
        version: 1,
        credentials: Object.keys(methods).map((name) => ({ name, required: true, displayOptions: { show: { authentication: [name] } } })),
        properties: [
          {
            displayName: 'Authentication',
            name: 'authentication',
            type: 'options',
            default: 'azureOpenAiApi',
            options: Object.entries(methods).map(([value, name]) => ({ name, value })),
          },
          jsonNotice(),
          {
            displayName: 'Model (Deployment) Name',
            name: 'model',
            type: 'string',
            default: '',
            required: true,
            description: 'Name of the deployment in Azure, which may differ from that of its model',
          },
          modelOptions(chatOptions(TIMEOUT, 128_000)),
        ],
      },
      supply,
    },
  ],
});
