// Language models, vector databases and web search.
import { defineCredential, choice, hidden, secret, text } from '../sdk/index.ts';

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

export const cohereApi = defineCredential({
  name: 'cohereApi',
  displayName: 'Cohere API',
  documentationUrl: 'https://docs.cohere.com/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.cohere.ai')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/v1/models?page_size=1' },
});

export const deepSeekApi = defineCredential({
  name: 'deepSeekApi',
  displayName: 'DeepSeek',
  documentationUrl: 'https://api-docs.deepseek.com/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.deepseek.com')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/models' },
});

export const googlePalmApi = defineCredential({
  name: 'googlePalmApi',
  displayName: 'Google Gemini(PaLM) Api',
  documentationUrl: 'https://ai.google.dev/gemini-api/docs/api-key',
  fields: [
    text('host', 'Host', { required: true, default: 'https://generativelanguage.googleapis.com' }),
    secret('apiKey', 'API Key', { required: true }),
  ],
  sign: { query: { key: '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.host }}/v1beta/models' },
});

export const groqApi = defineCredential({
  name: 'groqApi',
  displayName: 'Groq',
  documentationUrl: 'https://console.groq.com/docs',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: 'https://api.groq.com/openai/v1/models' },
});

export const mistralCloudApi = defineCredential({
  name: 'mistralCloudApi',
  displayName: 'Mistral Cloud API',
  documentationUrl: 'https://docs.mistral.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: 'https://api.mistral.ai/v1/models' },
});

export const ollamaApi = defineCredential({
  name: 'ollamaApi',
  displayName: 'Ollama',
  documentationUrl: 'https://docs.ollama.com/',
  fields: [text('baseUrl', 'Base URL', { required: true, default: 'http://localhost:11434' }), secret('apiKey', 'API Key')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.baseUrl }}/api/tags' },
});

export const openRouterApi = defineCredential({
  name: 'openRouterApi',
  displayName: 'OpenRouter',
  documentationUrl: 'https://openrouter.ai/docs',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://openrouter.ai/api/v1')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/key' },
});

export const perplexityApi = defineCredential({
  name: 'perplexityApi',
  displayName: 'Perplexity API',
  documentationUrl: 'https://docs.perplexity.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'X-Source': 'n8n' } },
  // The service has no request that is free of charge: this one asks for a single token.
  test: {
    url: 'https://api.perplexity.ai/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"sonar","messages":[{"role":"user","content":"Hi"}],"max_tokens":1}',
  },
});

export const pineconeApi = defineCredential({
  name: 'pineconeApi',
  displayName: 'Pinecone API',
  documentationUrl: 'https://docs.pinecone.io/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'Api-Key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.pinecone.io/indexes' },
});

export const qdrantApi = defineCredential({
  name: 'qdrantApi',
  displayName: 'Qdrant API',
  documentationUrl: 'https://qdrant.tech/documentation/',
  fields: [secret('apiKey', 'API Key'), text('qdrantUrl', 'Qdrant URL', { required: true })],
  sign: { headers: { 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.qdrantUrl }}/collections' },
});

export const serpApi = defineCredential({
  name: 'serpApi',
  displayName: 'SerpAPI',
  documentationUrl: 'https://serpapi.com/search-api',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { query: { api_key: '={{ $credentials.apiKey }}' } },
  test: { url: 'https://serpapi.com/account.json' },
});

export const searXngApi = defineCredential({
  name: 'searXngApi',
  displayName: 'SearXNG',
  documentationUrl: 'https://docs.searxng.org/dev/search_api.html',
  fields: [text('apiUrl', 'API URL', { required: true, placeholder: 'https://searxng.example.com' })],
  test: { url: '={{ $credentials.apiUrl }}/search?q=test&format=json' },
});

export const xAiApi = defineCredential({
  name: 'xAiApi',
  displayName: 'xAi',
  documentationUrl: 'https://docs.x.ai/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.x.ai/v1')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/models' },
});

export const airtopApi = defineCredential({
  name: 'airtopApi',
  displayName: 'Airtop API',
  documentationUrl: 'https://docs.airtop.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.airtop.ai/api/v1/sessions' },
});
