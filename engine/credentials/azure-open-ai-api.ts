// Azure Open AI: requests are signed with a header.
import { defineCredential, choice, secret, text } from '../sdk/index.ts';

export const azureOpenAiApi = defineCredential({
  name: 'azureOpenAiApi',
  displayName: 'Azure Open AI',
  documentationUrl: 'https://learn.microsoft.com/en-us/azure/ai-services/openai/reference',
  fields: [
    choice('endpointType', 'Endpoint Type', { classic: 'Classic', foundry: 'Foundry' }),
    secret('apiKey', 'API Key', { required: true }),
    text('resourceName', 'Resource Name', { required: true, when: { endpointType: ['classic'] } }),
    text('apiVersion', 'API Version', { required: true, default: '2025-03-01-preview', when: { endpointType: ['classic'] } }),
    text('foundryEndpoint', 'Endpoint', { required: true, when: { endpointType: ['foundry'] } }),
    text('endpoint', 'Endpoint', { when: { endpointType: ['classic'] } }),
  ],
  sign: { headers: { 'api-key': '={{ $credentials.apiKey }}' } },
});
