// Runs of the templates about messages, e-mail and forms.
import type { TemplateRun } from './template-run.ts';

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
    files: {
      'birthdays.csv':
        'name,birthday\n' +
        'P,2000-01-01\n' +
        'P,2000-01-02\n' +
        'P,2000-01-03\n' +
        'P,2000-01-04\n' +
        'P,2000-01-05\n' +
        'P,2000-01-06\n' +
        'P,2000-01-07\n' +
        'P,2000-01-08\n' +
        'P,2000-01-09\n' +
        'P,2000-01-10\n' +
        'P,2000-01-11\n' +
        'P,2000-01-12\n' +
        'P,2000-01-13\n' +
        'P,2000-01-14\n' +
        'P,2000-01-15\n' +
        'P,2000-01-16\n' +
        'P,2000-01-17\n' +
        'P,2000-01-18\n' +
        'P,2000-01-19\n' +
        'P,2000-01-20\n' +
        'P,2000-01-21\n' +
        'P,2000-01-22\n' +
        'P,2000-01-23\n' +
        'P,2000-01-24\n' +
        'P,2000-01-25\n' +
        'P,2000-01-26\n' +
        'P,2000-01-27\n' +
        'P,2000-01-28\n' +
        'P,2000-01-29\n' +
        'P,2000-01-30\n' +
        'P,2000-01-31\n' +
        'P,2000-02-01\n' +
        'P,2000-02-02\n' +
        'P,2000-02-03\n' +
        'P,2000-02-04\n' +
        'P,2000-02-05\n' +
        'P,2000-02-06\n' +
        'P,2000-02-07\n' +
        'P,2000-02-08\n' +
        'P,2000-02-09\n' +
        'P,2000-02-10\n' +
        'P,2000-02-11\n' +
        'P,2000-02-12\n' +
        'P,2000-02-13\n' +
        'P,2000-02-14\n' +
        'P,2000-02-15\n' +
        'P,2000-02-16\n' +
        'P,2000-02-17\n' +
        'P,2000-02-18\n' +
        'P,2000-02-19\n' +
        'P,2000-02-20\n' +
        'P,2000-02-21\n' +
        'P,2000-02-22\n' +
        'P,2000-02-23\n' +
        'P,2000-02-24\n' +
        'P,2000-02-25\n' +
        'P,2000-02-26\n' +
        'P,2000-02-27\n' +
        'P,2000-02-28\n' +
        'P,2000-02-29\n' +
        'P,2000-02-30\n' +
        'P,2000-02-31\n' +
        'P,2000-03-01\n' +
        'P,2000-03-02\n' +
        'P,2000-03-03\n' +
        'P,2000-03-04\n' +
        'P,2000-03-05\n' +
        'P,2000-03-06\n' +
        'P,2000-03-07\n' +
        'P,2000-03-08\n' +
        'P,2000-03-09\n' +
        'P,2000-03-10\n' +
        'P,2000-03-11\n' +
        'P,2000-03-12\n' +
        'P,2000-03-13\n' +
        'P,2000-03-14\n' +
        'P,2000-03-15\n' +
        'P,2000-03-16\n' +
        'P,2000-03-17\n' +
        'P,2000-03-18\n' +
        'P,2000-03-19\n' +
        'P,2000-03-20\n' +
        'P,2000-03-21\n' +
        'P,2000-03-22\n' +
        'P,2000-03-23\n' +
        'P,2000-03-24\n' +
        'P,2000-03-25\n' +
        'P,2000-03-26\n' +
        'P,2000-03-27\n' +
        'P,2000-03-28\n' +
        'P,2000-03-29\n' +
        'P,2000-03-30\n' +
        'P,2000-03-31\n' +
        'P,2000-04-01\n' +
        'P,2000-04-02\n' +
        'P,2000-04-03\n' +
        'P,2000-04-04\n' +
        'P,2000-04-05\n' +
        'P,2000-04-06\n' +
        'P,2000-04-07\n' +
        'P,2000-04-08\n' +
        'P,2000-04-09\n' +
        'P,2000-04-10\n' +
        'P,2000-04-11\n' +
        'P,2000-04-12\n' +
        'P,2000-04-13\n' +
        'P,2000-04-14\n' +
        'P,2000-04-15\n' +
        'P,2000-04-16\n' +
        'P,2000-04-17\n' +
        'P,2000-04-18\n' +
        'P,2000-04-19\n' +
        'P,2000-04-20\n' +
        'P,2000-04-21\n' +
        'P,2000-04-22\n' +
        'P,2000-04-23\n' +
        'P,2000-04-24\n' +
        'P,2000-04-25\n' +
        'P,2000-04-26\n' +
        'P,2000-04-27\n' +
        'P,2000-04-28\n' +
        'P,2000-04-29\n' +
        'P,2000-04-30\n' +
        'P,2000-04-31\n' +
        'P,2000-05-01\n' +
        'P,2000-05-02\n' +
        'P,2000-05-03\n' +
        'P,2000-05-04\n' +
        'P,2000-05-05\n' +
        'P,2000-05-06\n' +
        'P,2000-05-07\n' +
        'P,2000-05-08\n' +
        'P,2000-05-09\n' +
        'P,2000-05-10\n' +
        'P,2000-05-11\n' +
        'P,2000-05-12\n' +
        'P,2000-05-13\n' +
        'P,2000-05-14\n' +
        'P,2000-05-15\n' +
        'P,2000-05-16\n' +
        'P,2000-05-17\n' +
        'P,2000-05-18\n' +
        'P,2000-05-19\n' +
        'P,2000-05-20\n' +
        'P,2000-05-21\n' +
        'P,2000-05-22\n' +
        'P,2000-05-23\n' +
        'P,2000-05-24\n' +
        'P,2000-05-25\n' +
        'P,2000-05-26\n' +
        'P,2000-05-27\n' +
        'P,2000-05-28\n' +
        'P,2000-05-29\n' +
        'P,2000-05-30\n' +
        'P,2000-05-31\n' +
        'P,2000-06-01\n' +
        'P,2000-06-02\n' +
        'P,2000-06-03\n' +
        'P,2000-06-04\n' +
        'P,2000-06-05\n' +
        'P,2000-06-06\n' +
        'P,2000-06-07\n' +
        'P,2000-06-08\n' +
        'P,2000-06-09\n' +
        'P,2000-06-10\n' +
        'P,2000-06-11\n' +
        'P,2000-06-12\n' +
        'P,2000-06-13\n' +
        'P,2000-06-14\n' +
        'P,2000-06-15\n' +
        'P,2000-06-16\n' +
        'P,2000-06-17\n' +
        'P,2000-06-18\n' +
        'P,2000-06-19\n' +
        'P,2000-06-20\n' +
        'P,2000-06-21\n' +
        'P,2000-06-22\n' +
        'P,2000-06-23\n' +
        'P,2000-06-24\n' +
        'P,2000-06-25\n' +
        'P,2000-06-26\n' +
        'P,2000-06-27\n' +
        'P,2000-06-28\n' +
        'P,2000-06-29\n' +
        'P,2000-06-30\n' +
        'P,2000-06-31\n' +
        'P,2000-07-01\n' +
        'P,2000-07-02\n' +
        'P,2000-07-03\n' +
        'P,2000-07-04\n' +
        'P,2000-07-05\n' +
        'P,2000-07-06\n' +
        'P,2000-07-07\n' +
        'P,2000-07-08\n' +
        'P,2000-07-09\n' +
        'P,2000-07-10\n' +
        'P,2000-07-11\n' +
        'P,2000-07-12\n' +
        'P,2000-07-13\n' +
        'P,2000-07-14\n' +
        'P,2000-07-15\n' +
        'P,2000-07-16\n' +
        'P,2000-07-17\n' +
        'P,2000-07-18\n' +
        'P,2000-07-19\n' +
        'P,2000-07-20\n' +
        'P,2000-07-21\n' +
        'P,2000-07-22\n' +
        'P,2000-07-23\n' +
        'P,2000-07-24\n' +
        'P,2000-07-25\n' +
        'P,2000-07-26\n' +
        'P,2000-07-27\n' +
        'P,2000-07-28\n' +
        'P,2000-07-29\n' +
        'P,2000-07-30\n' +
        'P,2000-07-31\n' +
        'P,2000-08-01\n' +
        'P,2000-08-02\n' +
        'P,2000-08-03\n' +
        'P,2000-08-04\n' +
        'P,2000-08-05\n' +
        'P,2000-08-06\n' +
        'P,2000-08-07\n' +
        'P,2000-08-08\n' +
        'P,2000-08-09\n' +
        'P,2000-08-10\n' +
        'P,2000-08-11\n' +
        'P,2000-08-12\n' +
        'P,2000-08-13\n' +
        'P,2000-08-14\n' +
        'P,2000-08-15\n' +
        'P,2000-08-16\n' +
        'P,2000-08-17\n' +
        'P,2000-08-18\n' +
        'P,2000-08-19\n' +
        'P,2000-08-20\n' +
        'P,2000-08-21\n' +
        'P,2000-08-22\n' +
        'P,2000-08-23\n' +
        'P,2000-08-24\n' +
        'P,2000-08-25\n' +
        'P,2000-08-26\n' +
        'P,2000-08-27\n' +
        'P,2000-08-28\n' +
        'P,2000-08-29\n' +
        'P,2000-08-30\n' +
        'P,2000-08-31\n' +
        'P,2000-09-01\n' +
        'P,2000-09-02\n' +
        'P,2000-09-03\n' +
        'P,2000-09-04\n' +
        'P,2000-09-05\n' +
        'P,2000-09-06\n' +
        'P,2000-09-07\n' +
        'P,2000-09-08\n' +
        'P,2000-09-09\n' +
        'P,2000-09-10\n' +
        'P,2000-09-11\n' +
        'P,2000-09-12\n' +
        'P,2000-09-13\n' +
        'P,2000-09-14\n' +
        'P,2000-09-15\n' +
        'P,2000-09-16\n' +
        'P,2000-09-17\n' +
        'P,2000-09-18\n' +
        'P,2000-09-19\n' +
        'P,2000-09-20\n' +
        'P,2000-09-21\n' +
        'P,2000-09-22\n' +
        'P,2000-09-23\n' +
        'P,2000-09-24\n' +
        'P,2000-09-25\n' +
        'P,2000-09-26\n' +
        'P,2000-09-27\n' +
        'P,2000-09-28\n' +
        'P,2000-09-29\n' +
        'P,2000-09-30\n' +
        'P,2000-09-31\n' +
        'P,2000-10-01\n' +
        'P,2000-10-02\n' +
        'P,2000-10-03\n' +
        'P,2000-10-04\n' +
        'P,2000-10-05\n' +
        'P,2000-10-06\n' +
        'P,2000-10-07\n' +
        'P,2000-10-08\n' +
        'P,2000-10-09\n' +
        'P,2000-10-10\n' +
        'P,2000-10-11\n' +
        'P,2000-10-12\n' +
        'P,2000-10-13\n' +
        'P,2000-10-14\n' +
        'P,2000-10-15\n' +
        'P,2000-10-16\n' +
        'P,2000-10-17\n' +
        'P,2000-10-18\n' +
        'P,2000-10-19\n' +
        'P,2000-10-20\n' +
        'P,2000-10-21\n' +
        'P,2000-10-22\n' +
        'P,2000-10-23\n' +
        'P,2000-10-24\n' +
        'P,2000-10-25\n' +
        'P,2000-10-26\n' +
        'P,2000-10-27\n' +
        'P,2000-10-28\n' +
        'P,2000-10-29\n' +
        'P,2000-10-30\n' +
        'P,2000-10-31\n' +
        'P,2000-11-01\n' +
        'P,2000-11-02\n' +
        'P,2000-11-03\n' +
        'P,2000-11-04\n' +
        'P,2000-11-05\n' +
        'P,2000-11-06\n' +
        'P,2000-11-07\n' +
        'P,2000-11-08\n' +
        'P,2000-11-09\n' +
        'P,2000-11-10\n' +
        'P,2000-11-11\n' +
        'P,2000-11-12\n' +
        'P,2000-11-13\n' +
        'P,2000-11-14\n' +
        'P,2000-11-15\n' +
        'P,2000-11-16\n' +
        'P,2000-11-17\n' +
        'P,2000-11-18\n' +
        'P,2000-11-19\n' +
        'P,2000-11-20\n' +
        'P,2000-11-21\n' +
        'P,2000-11-22\n' +
        'P,2000-11-23\n' +
        'P,2000-11-24\n' +
        'P,2000-11-25\n' +
        'P,2000-11-26\n' +
        'P,2000-11-27\n' +
        'P,2000-11-28\n' +
        'P,2000-11-29\n' +
        'P,2000-11-30\n' +
        'P,2000-11-31\n' +
        'P,2000-12-01\n' +
        'P,2000-12-02\n' +
        'P,2000-12-03\n' +
        'P,2000-12-04\n' +
        'P,2000-12-05\n' +
        'P,2000-12-06\n' +
        'P,2000-12-07\n' +
        'P,2000-12-08\n' +
        'P,2000-12-09\n' +
        'P,2000-12-10\n' +
        'P,2000-12-11\n' +
        'P,2000-12-12\n' +
        'P,2000-12-13\n' +
        'P,2000-12-14\n' +
        'P,2000-12-15\n' +
        'P,2000-12-16\n' +
        'P,2000-12-17\n' +
        'P,2000-12-18\n' +
        'P,2000-12-19\n' +
        'P,2000-12-20\n' +
        'P,2000-12-21\n' +
        'P,2000-12-22\n' +
        'P,2000-12-23\n' +
        'P,2000-12-24\n' +
        'P,2000-12-25\n' +
        'P,2000-12-26\n' +
        'P,2000-12-27\n' +
        'P,2000-12-28\n' +
        'P,2000-12-29\n' +
        'P,2000-12-30\n' +
        'P,2000-12-31',
    },
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
