// Runs of the templates about models, accounts and operations.
import type { TemplateRun } from './template-run.ts';

export const modelsAndOperationsRuns: Readonly<Record<string, TemplateRun>> = {
  'assistant-with-tools': {
    items: [{ sessionId: '1', chatInput: 'What does a pot cost?' }],
    pinned: { Assistant: [{ output: '25 €' }] },
    expected: { Assistant: [{ output: '25 €' }] },
    skipped: ['Look up product'],
  },
  'ask-your-folder': {
    trigger: 'Read folder',
    files: { 'documents/rules.txt': 'No smoking', 'documents/menu.txt': 'Soup' },
    pinned: { 'Store pieces': [{ stored: 2 }] },
    expected: { Files: [{ fileName: /txt$/ }, { fileName: /txt$/ }], 'Store pieces': [{ stored: 2 }] },
    skipped: ['Librarian'],
  },
  'ticket-triage': {
    items: [{ body: { subject: 'Refund', text: 'Charged twice' } }],
    pinned: {
      Decide: [{ body: { subject: 'Refund', text: 'Charged twice' } }],
    },
    sent: [['POST /chat', { text: 'Refund\nCharged twice' }]],
    skipped: ['Engineers', 'Product'],
  },
  'summarize-articles': {
    items: [{ title: 'Tea', link: 'https://example.com/tea' }],
    replies: { '/tea': '<nav>Menu</nav><article>Tea is <b>good</b>.</article>' },
    pinned: { Summarize: [{ text: 'It praises tea.' }] },
    expected: { Text: [{ text: 'Tea is good.' }] },
    sent: [['GET /tea'], ['POST /chat', { text: /^Tea\nIt praises tea\.\nhttp.*\/tea$/ }]],
  },
  'invoices-by-model': {
    files: { 'invoices/a.pdf': { pdf: ['Blue Studio', 'Invoice 7', 'Total 80'] } },
    pinned: {
      'Find fields': [
        { output: { supplier: 'Blue Studio', number: '7', date: '2026-03-04', total: 80 } },
        { output: { supplier: 'North', number: '8', date: '2026-03-05' } },
      ],
    },
    expected: { Text: [{ text: /Invoice 7/ }], 'Look at these': [{ supplier: 'North', total: 0 }] },
    written: { 'invoices.csv': 'supplier,number,date,total\nBlue Studio,7,2026-03-04,80' },
  },
  'mood-of-feedback': {
    items: [{ 'E-mail': 'ada@example.org', Feedback: 'Great' }],
    pinned: {
      Mood: [{ Feedback: 'Great', sentimentAnalysis: { category: 'Positive' } }],
    },
    expected: { Positive: [{ Feedback: 'Great' }] },
    skipped: ['Post', 'Neutral'],
  },
  'form-to-google-sheets': {
    items: [{ Name: 'Ada', 'E-mail': 'ada@example.org', Message: 'Hello' }],
    pinned: { 'Add row': [{ Name: 'Ada' }] },
    expected: {
      Columns: [{ Time: /^\d{4}-\d\d-\d\d \d\d:\d\d$/, Name: 'Ada', 'E-mail': 'ada@example.org', Message: 'Hello' }],
      'Add row': [{ Name: 'Ada' }],
    },
  },
  'nightly-query-to-csv': {
    files: { 'exports/.keep': '' },
    pinned: { Query: [{ id: 1, name: 'Ada' }] },
    expected: { 'Write file': [{ fileName: /\d-customers\.csv$/ }] },
  },
  'data-table-of-visitors': {
    trigger: 'Guest',
    items: [{ Name: 'Ada', 'E-mail': ' ADA@example.org' }],
    pinned: { 'Save guest': [{ id: 1 }] },
    expected: { Row: [{ email: 'ada@example.org', name: 'Ada' }], 'Save guest': [{ id: 1 }] },
  },
  'sub-workflow-library': {
    items: [
      { step: 'slug', text: 'Tea & Biscuits!' },
      { step: 'initials', text: 'ada lovelace' },
      { step: 'mask', text: 'ada@example.org' },
    ],
    expected: {
      Slug: [{ result: 'tea-biscuits' }],
      Initials: [{ result: 'AL' }],
      Mask: [{ result: 'a•••@example.org' }],
    },
    skipped: ['Unknown step'],
  },
  'patient-queue': {
    parameters: { Pause: { amount: 0 } },
    expected: {
      Result: [
        { state: 'done', count_job: 3, concatenated_job: 'Write, Print, Send' },
        { state: 'failed', count_job: 1, concatenated_job: 'Bind' },
      ],
    },
  },
  'onboarding-tasks': {
    items: [{ Name: 'Ada', 'First day': '2026-06-15' }],
    sent: [
      ['POST /api/tasks', { title: 'Order a laptop (Ada)', assignee: 'IT', due: '2026-06-01' }],
      ['POST /api/tasks', { due: '2026-06-14' }],
      ['POST /api/tasks', { due: '2026-06-15' }],
      ['POST /api/tasks', { title: 'First talk (Ada)', due: '2026-06-29' }],
    ],
  },
  'xml-feed-to-csv': {
    replies: {
      '/feed/products.xml':
        '<products><product sku="A1"><name>Cup</name><price>8.50</price><stock>3</stock></product><product sku="A2"><name>Pot</name><price>25</price><stock>0</stock></product></products>',
    },
    written: { 'products.csv': 'sku;name;price;stock\nA1;Cup;8.5;3' },
  },
  'call-workflow-per-item': {
    expected: {
      'Check order': [
        { id: 'A-1', needsApproval: false },
        { id: 'A-2', needsApproval: true },
      ],
      'To approve': [{ id: 'A-2' }],
    },
  },
  'unpack-archives': {
    items: [
      { event: 'add', path: '/path/to/archives/two.zip' },
      { event: 'add', path: '/path/to/archives/notes.txt' },
    ],
    files: {
      'archives/two.zip': {
        base64:
          'UEsDBBQAAAAAAAAAIVxX7nGSBQAAAAUAAAAFAAAAYS50eHRmaXJzdFBLAwQUAAAAAAAAACFcaREftgYAAAAGAAAACQAAAHN1Yi9iLnR4dHNlY29uZFBLAQIUAxQAAAAAAAAAIVxX7nGSBQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLAQIUAxQAAAAAAAAAIVxpER+2BgAAAAYAAAAJAAAAAAAAAAAAAACAASgAAABzdWIvYi50eHRQSwUGAAAAAAIAAgBqAAAAVQAAAAAA',
      },
      'unpacked/.keep': '',
    },
    written: { 'unpacked/a.txt': 'first', 'unpacked/b.txt': 'second' },
  },
};
