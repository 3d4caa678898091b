// What the examples in the documentation of nodes are run with in their test, by the name of the file. Without an entry, they run as they are.
import type { TemplateRun } from './template-runs/template-run.ts';

interface NodeExampleRun extends TemplateRun {
  /** Whether the example cannot run here, because it needs an account or another workflow. It is only checked for faults. */
  readonly isNotRun?: true;
}

const feed =
  '<rss version="2.0"><channel><title>News</title><item><title>Two orders</title><link>https://example.com/1</link></item></channel></rss>';

export const nodeExampleRuns: Readonly<Record<string, NodeExampleRun>> = {
  webhook: { items: [{ body: { name: 'Ada' }, query: {}, headers: {} }] },
  graphql: { replies: { '/graphql': { data: { country: { name: 'Norway', capital: 'Oslo' } } } } },
  httpRequest: {
    replies: {
      '/products?limit=2': [
        { sku: 'P1', price: 4.5 },
        { sku: 'P2', price: 20 },
      ],
    },
    sent: [['GET /products?limit=2']],
  },
  jwt: { isNotRun: true },
  totp: { isNotRun: true },
  chainLlm: { isNotRun: true },
  chainSummarization: { isNotRun: true },
  informationExtractor: { isNotRun: true },
  textClassifier: { isNotRun: true },
  sentimentAnalysis: { isNotRun: true },
  memoryBufferWindow: { isNotRun: true },
  memoryPostgresChat: { isNotRun: true },
  outputParserStructured: { isNotRun: true },
  outputParserItemList: { isNotRun: true },
  outputParserAutofixing: { isNotRun: true },
  lmChatOllama: { isNotRun: true },
  lmChatAnthropic: { isNotRun: true },
  lmChatGoogleGemini: { isNotRun: true },
  lmChatOpenRouter: { isNotRun: true },
  lmChatGroq: { isNotRun: true },
  lmChatMistralCloud: { isNotRun: true },
  lmChatDeepSeek: { isNotRun: true },
  lmChatXAiGrok: { isNotRun: true },
  lmChatAzureOpenAi: { isNotRun: true },
  modelSelector: { isNotRun: true },
  lmChatOpenAi: { isNotRun: true },
  embeddingsOpenAi: { isNotRun: true },
  embeddingsGoogleGemini: { isNotRun: true },
  embeddingsOllama: { isNotRun: true },
  embeddingsMistralCloud: { isNotRun: true },
  embeddingsCohere: { isNotRun: true },
  rerankerCohere: { isNotRun: true },
  toolCode: { isNotRun: true },
  toolWorkflow: { isNotRun: true },
  toolCalculator: { isNotRun: true },
  toolThink: { isNotRun: true },
  toolHttpRequest: { isNotRun: true },
  toolWikipedia: { isNotRun: true },
  toolSerpApi: { isNotRun: true },
  toolSearXng: { isNotRun: true },
  mcpClientTool: { isNotRun: true },
  mcpClient: { isNotRun: true },
  mcpTrigger: { isNotRun: true },
  form: { isNotRun: true },
  cron: { trigger: 'Cron' },
  interval: { trigger: 'Interval' },
  start: { trigger: 'Start' },
  errorTrigger: { items: [{ workflow: { name: 'Backup' }, execution: { error: { message: 'The disk is full' } } }] },
  executeWorkflowTrigger: { items: [{ name: 'Ada' }] },
  formTrigger: { items: [{ Name: 'Ada', Message: 'Hello' }] },
  localFileTrigger: { items: [{ event: 'add', path: '/path/to/incoming/a.txt' }], files: { 'incoming/a.txt': 'new' } },
  readBinaryFile: { files: { 'note.txt': 'Hello' } },
  readBinaryFiles: { files: { 'one.txt': 'One', 'two.txt': 'Two' } },
  readPDF: { files: { 'letter.pdf': { pdf: ['Dear Ada'] } }, expected: { 'Read PDF': [{ text: /Dear Ada/ }] } },
  readWriteFile: { written: { 'note.txt': 'Hello' } },
  writeBinaryFile: { written: { 'note.txt': 'Hello' } },
  respondToWebhook: { items: [{ body: { name: 'Ada' } }], response: { body: '{"greeting":"Hello Ada"}' } },
  rssFeedRead: { replies: { '/feed': feed } },
  rssFeedReadTrigger: { items: [{ title: 'New', link: 'https://example.com/new' }] },
  sseTrigger: { items: [{ message: 'Hello' }] },
  stopAndError: { error: /^Ada is not over 60$/ },
};
