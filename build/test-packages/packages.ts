// The packages that `npm run test:packages` installs.

export interface TestedPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of dependencies that the registry has in place of those asked for. */
  readonly overrides?: Readonly<Record<string, string>>;
}

export const testedPackages: readonly TestedPackage[] = [
  { name: '@blotato/n8n-nodes-blotato', version: 'latest' },
  { name: '@devlikeapro/n8n-nodes-chatwoot', version: 'latest' },
  { name: '@mendable/n8n-nodes-firecrawl', version: 'latest' },
  { name: 'n8n-nodes-evolution-api', version: 'latest' },
  { name: 'n8n-nodes-htmlcsstoimage', version: 'latest' },
  { name: 'n8n-nodes-htmlcsstopdf', version: 'latest' },
  { name: 'n8n-nodes-mcp', version: 'latest' },
  { name: 'n8n-nodes-upload-post', version: 'latest' },
  { name: '@formbricks/n8n-nodes-formbricks', version: 'latest' },
  { name: '@llamaindex/n8n-nodes-llamacloud', version: 'latest' },
  { name: '@openhab/n8n-nodes-openhab', version: 'latest' },
  { name: '@respond-io/n8n-nodes-respond-io', version: 'latest' },
  { name: '@searchapi/n8n-nodes-searchapi', version: 'latest' },
  { name: '@thingsboard/n8n-nodes-thingsboard', version: 'latest' },
  { name: 'n8n-nodes-agencyzoom', version: 'latest' },
  { name: 'n8n-nodes-clickhouse', version: 'latest', overrides: { '@clickhouse/client': '1.23.1' } },
  { name: 'n8n-nodes-convert-image', version: 'latest' },
  { name: 'n8n-nodes-deepseek', version: 'latest' },
  { name: 'n8n-nodes-docxtemplater', version: 'latest' },
  { name: 'n8n-nodes-html-tag-extract', version: 'latest' },
  { name: 'n8n-nodes-jwt-validate', version: 'latest' },
  { name: 'n8n-nodes-minio', version: 'latest' },
  { name: 'n8n-nodes-mistral-ocr', version: 'latest' },
  { name: 'n8n-nodes-obsidian-local-rest-api', version: 'latest' },
  { name: 'n8n-nodes-pirate-weather', version: 'latest' },
  { name: 'n8n-nodes-shopify-custom', version: 'latest' },
  { name: 'n8n-nodes-turndown-html-to-markdown', version: 'latest' },
  { name: 'n8n-nodes-youtube-transcript-api', version: 'latest' },
  {
    name: '@n8n/n8n-nodes-langchain',
    version: 'latest',
    overrides: { '@langchain/langgraph-checkpoint': '1.1.5', '@langchain/protocol': '0.0.19' },
  },
  { name: 'n8n-nodes-base', version: '2.41.1', overrides: { linkedom: '0.18.12' } },
];
