// Runs of the templates about monitoring, schedules and documents.
import type { TemplateRun } from './template-run.ts';

export const monitoringAndDocumentsRuns: Readonly<Record<string, TemplateRun>> = {
  'website-monitoring': {
    replies: { '/shop': 'welcome', '/blog': { status: 502, body: 'bad gateway' } },
    expected: {
      State: [
        { site: /shop$/, status: 200 },
        { site: /blog$/, status: 502 },
      ],
    },
    sent: [['GET /shop'], ['GET /blog'], ['POST /chat', { text: /^Down:\n\S+\/blog \(502\)$/ }]],
  },
  'status-page-watch': {
    replies: {
      '/api/v2/incidents.json': {
        incidents: [
          { id: 'a', name: 'Slow logins', status: 'investigating', impact: 'minor' },
          { id: 'b', name: 'Old', status: 'resolved', impact: 'major' },
        ],
      },
    },
    sent: [['GET /api/v2/incidents.json'], ['POST /chat', { text: 'Slow logins: investigating (impact: minor)' }]],
  },
  'log-analysis': {
    expected: {
      'Most errors first': [
        { address: '/old', status: '404', count_address: 2 },
        { address: '/pay', status: '500', count_address: 1 },
      ],
    },
  },
  'threshold-alert': {
    replies: { '/metrics/queue': { value: 140 } },
    sent: [['GET /metrics/queue'], ['POST /chat', { text: 'The queue is at 140.' }]],
  },
  'expiry-reminders': {
    files: { 'contracts.csv': 'name,ends,owner\nCertificate,2020-01-02,Ada\nRent,2999-01-01,Bo\nOld,2020-01-01,Cy\n' },
    parameters: {
      Soon: {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
          conditions: [
            {
              id: '7204d171-7126-4134-a7fa-2fd92a935a78',
              leftValue: '={{ $json.days }}',
              rightValue: 0,
              operator: { type: 'number', operation: 'lt' },
            },
          ],
          combinator: 'and',
        },
      },
    },
    sent: [['POST /chat', { text: /^• Old ends in -\d+ days \(Cy\)\n• Certificate ends in -\d+ days \(Ada\)$/ }]],
  },
  'error-alert': {
    items: [
      {
        workflow: { id: '1', name: 'Orders' },
        execution: {
          id: '9',
          url: 'http://localhost:1/execution/9',
          lastNodeExecuted: 'Send',
          error: { message: 'No answer' },
        },
      },
    ],
    sent: [['POST /chat', { text: 'Workflow "Orders" failed at Send: No answer\nhttp://localhost:1/execution/9' }]],
  },
  heartbeat: {
    trigger: 'Every hour',
    files: { 'last-call.txt': '2020-01-01T00:00:00.000Z' },
    sent: [['POST /chat', { text: 'The job has not reported since 2020-01-01T00:00:00.000Z.' }]],
    skipped: ['Remember'],
  },
  'agenda-of-today': {
    replies: {
      '/calendar.ics':
        'BEGIN:VCALENDAR\r\n' +
        'VERSION:2.0\r\n' +
        'BEGIN:VEVENT\r\n' +
        'UID:1\r\n' +
        'DTSTART:20200102T090000Z\r\n' +
        'DTEND:20200102T100000Z\r\n' +
        'SUMMARY:Planning\r\n' +
        'END:VEVENT\r\n' +
        'END:VCALENDAR\r\n',
    },
    parameters: {
      Today: {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
          conditions: [
            {
              id: '260e6231-dd9c-4eda-af91-b678d2c7483a',
              leftValue: '={{ DateTime.fromISO($json.start).year }}',
              rightValue: 2020,
              operator: { type: 'number', operation: 'equals' },
            },
          ],
          combinator: 'and',
        },
      },
    },
    sent: [['GET /calendar.ics'], ['POST /chat', { text: /^Today:\n\d\d:00 Planning$/ }]],
  },
  'meeting-invitation': {
    items: [{ Title: 'Planning', Day: '2026-05-04', Hour: 9 }],
    pinned: { 'Give file': [{}] },
    expected: { Times: [{ start: '2026-05-04T09:00:00', end: '2026-05-04T10:00:00' }], Event: [{}] },
  },
  'weekly-report': {
    files: { 'sales.csv': 'date,product,amount\n2020-01-01,Cup,5\n2020-01-02,Cup,2.5\n2020-01-02,Pot,7\n' },
    parameters: {
      'Two weeks': {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
          conditions: [
            {
              id: 'dc937d2a-a84c-4129-a553-cf041bc26c93',
              leftValue: '={{ $json.weeks }}',
              rightValue: 2,
              operator: { type: 'number', operation: 'gte' },
            },
          ],
          combinator: 'and',
        },
      },
      'By week': {
        assignments: {
          assignments: [
            { id: 'product', name: 'product', value: '={{ $json.product }}', type: 'string' },
            { id: 'thisWeek', name: 'thisWeek', value: '={{ $json.amount }}', type: 'number' },
            { id: 'weekBefore', name: 'weekBefore', value: 0, type: 'number' },
          ],
        },
      },
    },
    written: { 'report.html': /Sales of the week[\s\S]*Cup[\s\S]*7\.5[\s\S]*Pot[\s\S]*7/ },
  },
  'read-invoices': {
    files: { 'invoices/a.pdf': { pdf: ['Invoice number: R-2026-7', 'Date 2026-03-04', 'Total: 129.50 EUR'] } },
    written: { 'invoices.csv': 'file,number,date,total\na.pdf,R-2026-7,2026-03-04,129.50' },
  },
  'notes-to-web-pages': {
    files: { 'notes/plan.md': '# Plan\n\n- one\n- two\n', 'pages/.keep': '' },
    written: { 'pages/plan.html': /<title>plan\.md<\/title>[\s\S]*<h1[^>]*>Plan<\/h1>\s*<ul>\s*<li>one<\/li>/ },
  },
  'mail-merge': {
    files: { 'members.csv': 'name,city,amount\nAda Lovelace,London,20\n', 'letters/.keep': '' },
    written: {
      'letters/Ada-Lovelace.txt': /^Ada Lovelace\nLondon\n\nDear Ada Lovelace,\n\nthank you for your gift of 20 € in \d{4}\.\n$/,
    },
  },
};
