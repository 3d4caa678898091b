// Runs of the templates about data and files.
import type { TemplateRun } from './template-run.ts';

export const dataAndFilesRuns: Readonly<Record<string, TemplateRun>> = {
  'orders-by-customer': {
    expected: {
      'Largest first': [
        { customer: 'Mill Bakery', sum_amount: 210 },
        { customer: 'North Café', sum_amount: 140, count_id: 2 },
        { customer: 'Blue Studio', sum_amount: 80 },
      ],
    },
  },
  'clean-csv': {
    files: { 'contacts.csv': 'name,email\n Zoe ,ZOE@Example.com\nAda,ada@example.com\nNobody,\nZoe,zoe@example.com\n' },
    written: { 'contacts-clean.csv': 'name,email\nAda,ada@example.com\nZoe,zoe@example.com' },
  },
  'merge-spreadsheets': {
    files: {
      'orders.csv': 'order,customer_id\n1,7\n2,9\n',
      'customers.csv': 'customer_id,name,country\n7,Ada,UK\n8,Bo,SE\n',
    },
    written: { 'merged.csv': 'order,customer_id,name,country\n1,7,Ada,UK\n2,9,,' },
  },
  'data-quality-report': {
    expected: {
      'Most frequent first': [
        { problems: 'address is not complete', count_id: 2, concatenated_id: '2, 4' },
        { problems: 'amount is not above zero', count_id: 2, concatenated_id: '3, 4' },
        { problems: 'date does not exist', count_id: 1 },
      ],
    },
  },
  'remove-duplicate-contacts': {
    expected: {
      'Without key': [
        { name: 'Ada Lovelace', email: 'ada@example.com' },
        { name: 'Grace Hopper', email: 'grace@example.org' },
      ],
    },
  },
  'compare-price-lists': {
    expected: {
      'All changes': [
        { sku: 'P3', change: 'gone' },
        { sku: 'P2', change: '25 → 27.5' },
        { sku: 'P4', change: 'new' },
      ],
    },
  },
  'webhook-to-table': {
    items: [{ body: { name: 'Ada', email: 'ada@example.com', message: 'Hello "all"!' } }],
    files: { 'rows.csv': 'received,name,email,message\n' },
    expected: { Answer: [{ stored: true }] },
    written: { 'rows.csv': /^received,name,email,message\n"2\d{3}-.*","Ada","ada@example\.com","Hello ""all""!"\n$/ },
  },
  'sort-incoming-files': {
    items: [{ event: 'add', path: '/path/to/incoming/Plan.TXT' }],
    files: { 'incoming/Plan.TXT': 'the plan', 'documents/.keep': '' },
    written: { 'documents/Plan.TXT': 'the plan' },
    skipped: ['Copy to pictures', 'Copy to tables', 'Copy to other'],
  },
  'back-up-folder': {
    files: { 'documents/a.txt': 'one', 'documents/b.txt': 'two', 'backups/.keep': '' },
    expected: { 'Number of files': [{ count_fileName: 2 }] },
  },
  'save-images-of-page': {
    replies: {
      '/gallery': '<img src="a.png"><p><img src="/pics/b.png?size=2"></p><img src="a.png">',
      '/a.png': 'AAA',
      '/pics/b.png?size=2': 'BBB',
    },
    files: { 'images/.keep': '' },
    written: { 'images/a.png': 'AAA', 'images/b.png': 'BBB' },
  },
};
