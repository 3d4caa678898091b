// Runs of the templates about messages, e-mail and forms.
import type { TemplateRun } from './template-run.ts';

/** Somebody for each day of a year. */
const birthdays = [
  'name,birthday',
  ...Array.from({ length: 366 }, (_, day) => `P,${new Date(Date.UTC(2000, 0, day + 1)).toISOString().slice(0, 10)}`),
].join('\n');

export const messagesAndFormsRuns: Readonly<Record<string, TemplateRun>> = {
  'rss-to-chat': {
    items: [
      { title: 'Release 2.0 is out', link: 'https://news.invalid/2' },
      { title: 'Our summer party', link: 'https://news.invalid/3' },
    ],
    sent: [['POST /chat', { text: 'Release 2.0 is out\nhttps://news.invalid/2' }]],
  },
  'on-call-rota': {
    sent: [['POST /chat', { text: /^On call this week: (Ada|Grace|Alan)\. Next week: (Ada|Grace|Alan)\.$/ }]],
  },
  'birthday-reminders': {
    files: { 'birthdays.csv': birthdays },
    sent: [['POST /chat', { text: /^Today is the birthday of P \(\d\d\)\.$/ }]],
  },
  'standup-questions': {
    sent: [['POST /chat', { text: /^• .+\?\n• What did you finish\?\n• What is next\?\n• What is in the way\?$/ }]],
  },
  'release-watch': {
    replies: {
      '/one/releases.atom':
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>v2</title><link>https://a.invalid/2</link><guid>https://a.invalid/2</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>',
      '/two/releases.atom': { status: 500, body: 'down' },
    },
    sent: [['GET /one/releases.atom'], ['GET /two/releases.atom'], ['POST /chat', { text: 'New release: v2\nhttps://a.invalid/2' }]],
  },
  'daily-digest': {
    replies: {
      '/first.xml':
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>Old</title><link>https://a.invalid/old</link><guid>https://a.invalid/old</guid><pubDate>Mon, 02 Nov 2020 10:00:00 GMT</pubDate></item><item><title>Later</title><link>https://a.invalid/2</link><guid>https://a.invalid/2</guid><pubDate>Mon, 02 Nov 2099 10:00:00 GMT</pubDate></item></channel></rss>',
      '/second.xml':
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>Soon</title><link>https://b.invalid/1</link><guid>https://b.invalid/1</guid><pubDate>Mon, 02 Nov 2098 10:00:00 GMT</pubDate></item></channel></rss>',
    },
    pinned: {
      Send: [{ accepted: ['you@example.com'] }],
    },
    expected: {
      'As HTML': [
        {
          html: /^<ul>\s*<li><a href="https:\/\/a\.invalid\/2">Later<\/a><\/li>\s*<li><a href="https:\/\/b\.invalid\/1">Soon<\/a><\/li>\s*<\/ul>$/,
        },
      ],
      Send: [{}],
    },
  },
  'approval-by-email': {
    items: [{ 'Your e-mail': 'ada@example.com', 'What do you need?': 'A chair', Price: 120 }],
    pinned: { 'Ask for approval': [{ data: { approved: false } }], Declined: [{ accepted: true }] },
    expected: { Declined: [{ accepted: true }] },
    skipped: ['Approved'],
  },
  'payment-reminders': {
    files: {
      'invoices.csv':
        'number,email,amount,due,paid\n' +
        '1,a@example.org,10,2020-01-01,\n' +
        '2,b@example.org,20,2020-01-01,yes\n' +
        '3,c@example.org,30,2999-01-01,\n',
    },
    pinned: { Remind: [{ accepted: true }] },
    expected: { Tone: [{ number: '1', text: 'This is our last reminder. Please pay now:' }] },
  },
  'mailbox-triage': {
    items: [
      { from: 'ada@example.org', subject: 'Refund, please' },
      { from: 'bo@example.org', subject: 'Printer is broken' },
      { from: 'cy@example.org', subject: 'Hello' },
    ],
    sent: [
      ['POST /chat', { text: 'ada@example.org: Refund, please' }],
      ['POST /chat', { text: 'bo@example.org: Printer is broken' }],
      ['POST /chat', { text: 'cy@example.org: Hello' }],
    ],
  },
  'holiday-request': {
    items: [{ Name: 'Ada', 'First day': '2026-07-01', 'Last day': '2026-07-10' }],
    pinned: { Decision: [{ Decision: 'Yes' }] },
    expected: { Days: [{ days: 10 }] },
    sent: [
      ['POST /chat', { text: /^Ada asks for 10 days, 2026-07-01 to 2026-07-10\. Decide here: / }],
      ['POST /chat', { text: 'Ada is away 2026-07-01 to 2026-07-10.' }],
    ],
    skipped: ['Explain'],
  },
  'feedback-survey': {
    items: [{ 'Mark from 1 to 10': 3 }],
    pinned: { 'What to improve?': [{ Answer: 'More "tea"' }], Thanks: [{}] },
    written: { 'feedback.csv': /^"\d{4}-\d\d-\d\d","3","More ""tea"""\n$/ },
    skipped: ['What was best?'],
  },
  'upload-form': {
    items: [{ Name: 'Ada / L.' }],
    uploads: { File: { name: 'my photo.txt', text: 'pixels' } },
    files: { 'uploads/.keep': '' },
    expected: { Save: [{ file: /^\d{4}-\d\d-\d\d-Ada-L--my-photo\.txt$/ }] },
  },
};
