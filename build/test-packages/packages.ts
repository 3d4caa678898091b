// The packages that `npm run test:packages` installs.

export interface TestedPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of dependencies that the registry has in place of those asked for. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Classes that are known not to load. */
  readonly known?: readonly string[];
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
  {
    name: '@n8n/n8n-nodes-langchain',
    version: 'latest',
    overrides: { '@langchain/langgraph-checkpoint': '1.1.5', '@langchain/protocol': '0.0.19' },
  },
  { name: 'n8n-nodes-base', version: '2.41.1', overrides: { linkedom: '0.18.12' }, known: ['ExtractFromFile'] },
];
