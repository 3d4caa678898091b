// Documents that are expensive to parse, or refer to files and addresses: HTML, Markdown, XML, feeds, spreadsheets and PDFs.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { row, webhook, type Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { call } from './client.ts';
import { activate, lastExecution, runNodes } from './runs.ts';
import type { Target } from './target.ts';

/** Maximum response time for other users during parsing, in milliseconds. */
const PROMPT = 2000;
const LOOK_EVERY = 100;

const select: Sketch['parameters'] = {
  operation: 'extractHtmlContent',
  dataPropertyName: 'body.text',
  extractionValues: { values: [{ key: 'a', cssSelector: 'p, div, li, td', returnValue: 'text', returnArray: true }] },
};
const html: Sketch = { type: 'html', typeVersion: 1.2, parameters: select };
const oldHtml: Sketch = { type: 'htmlExtract', parameters: { ...select, sourceData: 'json' } };
const toMarkdown: Sketch = { type: 'markdown', parameters: { mode: 'htmlToMarkdown', html: '={{ $json.body.text }}' } };
const fromMarkdown: Sketch = { type: 'markdown', parameters: { mode: 'markdownToHtml', markdown: '={{ $json.body.text }}' } };
const xml: Sketch = { type: 'xml', parameters: { mode: 'xmlToJson', dataPropertyName: 'body.text', options: {} } };

const names = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join('');

const laughs = `<!DOCTYPE l [<!ENTITY e0 "ha">${names(20, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)}]>`;
const outside = (address: string): string => `<!DOCTYPE a [<!ENTITY x SYSTEM "${address}">]>`;

/** Texts with the nodes that parse them. */
const texts: readonly (readonly [what: string, text: string, nodes: readonly Sketch[]])[] = [
  ['HTML of 60,000 levels', '<div>'.repeat(60_000), [html, oldHtml, toMarkdown]],
  ['HTML of 40,000 lists', '<ul><li>'.repeat(40_000), [html, toMarkdown]],
  ['HTML of crossed elements', '<a><div>'.repeat(30_000), [html, toMarkdown]],
  ['HTML of 50,000 attributes', `<p ${names(50_000, (at) => `a${at}=1 `)}>`, [html]],
  ['HTML with names of prototypes', '<p __proto__=1 constructor=2 toString=3><__proto__>a</__proto__>', [html, oldHtml, toMarkdown]],
  ['Markdown of brackets', '['.repeat(100_000), [fromMarkdown]],
  ['Markdown of links', '[]('.repeat(40_000), [fromMarkdown]],
  ['Markdown of quotes', '> '.repeat(20_000), [fromMarkdown]],
  ['XML of 100,000 levels', '<a>'.repeat(100_000), [xml]],
  ['XML of 100,000 names', `<r>${names(100_000, (at) => `<n${at}/>`)}</r>`, [xml]],
  ['XML with entities of entities', `${laughs}<l>&e20;</l>`, [xml]],
  ['XML with a file', `${outside('file:///etc/passwd')}<a>&x;</a>`, [xml]],
  ['XML with the environment', `${outside('file:///proc/self/environ')}<a>&x;</a>`, [xml]],
];

const file = (operation: string, content: Uint8Array | string): readonly [Sketch['parameters'], string] => [
  { operation, binaryPropertyName: 'data', options: {} },
  Buffer.from(content).toString('base64'),
];

/** Files that code passes on to Extract from File. */
const files: readonly (readonly [what: string, parameters: Sketch['parameters'], data: string])[] = [
  ['a table of 300,000 rows', ...file('html', `<table>${'<tr><td>a</td></tr>'.repeat(300_000)}</table>`)],
  ['a table of 100,000 levels', ...file('html', '<table><tr><td>'.repeat(100_000))],
  ['a spreadsheet that is none', ...file('xlsx', Buffer.from('504b0304'.repeat(1000), 'hex'))],
  [
    'a PDF of objects that lead in circles',
    ...file('pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>>endobj\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF'),
  ],
];

/** Returns the longest response time of another user's request while `work` runs, in milliseconds. */
async function longestResponse<T>(target: Target, work: Promise<T>): Promise<readonly [T, number]> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  // A failed request of the other user is reported first.
  ended.catch(() => undefined);
  let longest = 0;
  while (!over.signal.aborted) {
    const started = performance.now();
    await target.send({ path: '/healthz' });
    longest = Math.max(longest, performance.now() - started);
    await setTimeout(LOOK_EVERY, undefined, { signal: over.signal }).catch(() => undefined);
  }
  return [await ended, longest];
}

const isReported = (text: string): boolean => /root:[^"]*:0:0:|(?:ha){20}|call stack|is not a function/i.test(text);

/** Runs a file through Extract from File. Resolves with the message of the failure, if there is one. */
async function fileRead(target: Target, parameters: Sketch['parameters'], data: string): Promise<string> {
  const { url, member } = target;
  const jsCode = `return [{ json: {}, binary: { data: { data: $json.body.data, mimeType: 'text/plain' } } }]`;
  const nodes: Readonly<Record<string, Sketch>> = {
    Hook: webhook('document'),
    Make: { type: 'code', typeVersion: 2, parameters: { jsCode } },
    Read: { type: 'extractFromFile', parameters: parameters ?? {} },
  };
  const id = await activate(member, row('document', nodes));
  await call(url, { method: 'POST', path: '/webhook/document', body: { data } });
  const execution = await lastExecution(member, id);
  await member.data('DELETE', `workflows/${id}`);
  return execution.data?.resultData?.error?.message ?? '';
}

async function feeds(target: Target, tally: Tally): Promise<void> {
  const item = (content: string): string => `<rss><channel><item>${content}</item></channel></rss>`;
  const served = [
    item('<a>'.repeat(100_000)),
    item(names(100_000, (at) => `<itunes:n${at}/>`)),
    `${laughs}${item('<title>&e20;</title>')}`,
    `${outside('file:///etc/passwd')}${item('<title>&x;</title>')}`,
    item(`<__proto__>a</__proto__><itunes:__proto__ href="b"/><enclosure __proto__="c"/>`),
  ];
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(served[Number(url.slice(1))]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const nodes = served.map((_, at): Sketch => ({
      type: 'rssFeedRead',
      typeVersion: 1.2,
      parameters: { url: `http://127.0.0.1:${port}/${at}` },
    }));
    const [outcomes, longest] = await longestResponse(target, runNodes(target, target.member, nodes));
    for (const [at, { text }] of outcomes.entries())
      tally.check(!isReported(text), 'A feed told what it should not', `RSS Read: ${served[at]}`);
    tally.check(longest < PROMPT, `Feeds held the server for ${Math.round(longest)} ms`, 'RSS Read (build/attack/content-documents.ts)');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const hostileDocuments: Attack = {
  area: 'Hostile documents',
  async run(target) {
    const tally = new Tally();
    for (const [what, text, nodes] of texts) {
      const [outcomes, longest] = await longestResponse(target, runNodes(target, target.member, nodes, { text }));
      tally.check(longest < PROMPT, `${what} held the server for ${Math.round(longest)} ms`, `${what} (build/attack/content-documents.ts)`);
      for (const [at, outcome] of outcomes.entries()) {
        const leak = target.leak(outcome.text);
        const isPrevented = leak === undefined && !isReported(outcome.error ?? JSON.stringify(outcome.items).slice(0, 10_000));
        tally.check(isPrevented, `${what} gave ${leak ?? outcome.error ?? 'more than it holds'}`, `${nodes[at]?.type}: ${text}`);
      }
    }
    for (const [what, parameters, data] of files) {
      const [message, longest] = await longestResponse(target, fileRead(target, parameters, data));
      tally.check(longest < PROMPT, `${what} held the server for ${Math.round(longest)} ms`, `${what} (build/attack/content-documents.ts)`);
      tally.check(!isReported(message), `${what} gave ${message}`, `${what} (build/attack/content-documents.ts)`);
    }
    await feeds(target, tally);
    return tally;
  },
};
