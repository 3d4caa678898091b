// Runs of the templates about web pages and APIs.
import type { TemplateRun } from './template-run.ts';

export const pagesAndApisRuns: Readonly<Record<string, TemplateRun>> = {
  'page-changes': {
    replies: { '/vacancies': '<h1>Jobs</h1><main>One <b>new</b> job</main>' },
    expected: { Fingerprint: [{ text: 'One new job', fingerprint: /^[0-9a-f]{64}$/ }] },
    sent: [['GET /vacancies'], ['POST /chat', { text: /^The page has changed: .*\/vacancies\n\nOne new job$/ }]],
  },
  'price-watch': {
    replies: { '/product': '<p class="price">1.299,00 €</p>' },
    expected: { Price: [{ price: 1299 }] },
    sent: [['GET /product'], ['POST /chat', { text: 'The price is 1299 now.' }]],
  },
  'link-check': {
    replies: {
      '/start': '<a href="/good">a</a> <a href="gone#part">b</a> <a href="mailto:a@example.org">c</a> <a href="/good#x">d</a>',
      '/good': 'fine',
      '/gone': { status: 404, body: 'no' },
    },
    expected: { 'Dead links': [{ address: /\/gone$/, status: 404 }], Result: [{ status: 200 }, { status: 404 }] },
  },
  'small-web-page': { response: { body: /<h1>Mill Bakery<\/h1>\s+<p>Open from 7 to 18\.<\/p>\s+<p>We are (open|closed) now\./ } },
  'short-links': { items: [{ query: { to: 'map' } }], response: { status: 302 }, skipped: ['Unknown'] },
  'sync-paged-api': {
    replies: {
      '/api/products?per_page=100&page=1': {
        items: [
          { id: 1, name: 'Cup' },
          { id: 2, name: 'Pot' },
        ],
      },
      '/api/products?per_page=100&page=2': { items: [{ id: 3, name: 'Tray' }] },
      '/api/products?per_page=100&page=3': { items: [] },
    },
    written: { 'products.csv': 'id,name\n1,Cup\n2,Pot\n3,Tray' },
  },
  'send-in-batches': {
    files: { 'rows.csv': 'id\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12' },
    parameters: { Pause: { amount: 0 } },
    expected: { Sent: [{ sum_count: 12 }] },
    sent: [['POST /api/rows'], ['POST /api/rows', { rows: [{ id: '11' }, { id: '12' }] }]],
  },
  'signed-webhook': {
    pinned: {
      Signature: [{ headers: { 'x-signature': 'sha256=abc' }, signature: 'abd' }],
    },
    response: { status: 401, body: /not right/ },
    skipped: ['Accepted'],
  },
  'currency-report': {
    replies: { '/rates?base=EUR': { rates: { USD: 1.1, SEK: 11.25 } } },
    expected: {
      Row: [
        { product: 'Cup', currency: 'USD', price: 8.8 },
        { product: 'Cup', currency: 'SEK', price: 90 },
        { product: 'Pot', currency: 'USD', price: 27.5 },
        { product: 'Pot', currency: 'SEK', price: 281.25 },
      ],
    },
    written: { 'prices.xlsx': /^PK/ },
  },
  'graphql-to-table': {
    replies: {
      '/graphql': {
        data: {
          books: [
            { title: 'Waves', author: { name: 'Virginia' } },
            { title: 'Emma', author: { name: 'Jane' } },
          ],
        },
      },
    },
    sent: [['POST /graphql', { query: /books/ }]],
    written: { 'books.csv': 'title,author\nEmma,Jane\nWaves,Virginia' },
  },
  'reliable-relay': {
    items: [{ body: { order: 7 } }],
    replies: { '/other/system': { status: 503, body: 'down' } },
    files: { 'failed/.keep': '' },
    expected: {
      'Failed call': [{ body: { order: 7 }, reason: /./ }],
    },
    skipped: ['Passed on'],
  },
  'mock-api': { items: [{}], response: { body: /Ask Ada/ }, skipped: ['Created', 'Refused'] },
};
