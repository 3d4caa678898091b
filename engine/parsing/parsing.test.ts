// Content that is expensive to parse: parsing ends at a limit with a clear error, while everything else continues.
import { afterEach, describe, expect, it } from 'vitest';
import type { Item } from '../contract/run-data.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import type { HttpPort } from '../sdk/index.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { createParsing, type Parsing, type ParsingOptions } from './index.ts';

const opened: Parsing[] = [];
afterEach(async () => {
  for (const parsing of opened.splice(0)) await parsing.stop();
});

function parsingWith(options: ParsingOptions = {}): Parsing {
  const parsing = createParsing(options);
  opened.push(parsing);
  return parsing;
}

const file = (content: Uint8Array | string, mimeType = 'text/plain'): Item => ({
  json: {},
  binary: { data: { data: Buffer.from(content).toString('base64'), mimeType } },
});

const html = (parsing: Parsing, text: string, version = 1.2): Promise<NodeOutcome> =>
  runNode({
    type: 'n8n-nodes-base.html',
    version,
    parameters: { operation: 'extractHtmlContent', extractionValues: { values: [{ key: 'a', cssSelector: 'p', returnArray: true }] } },
    items: [{ data: text }],
    ports: { parsing },
  });

/** A server that responds to every request with this text. */
const respondingWith = (text: string): HttpPort => ({
  request: async ({ url }) => {
    const bytes = Buffer.from(text);
    return { status: 200, statusText: 'OK', headers: {}, url, bytes: async () => bytes, stream: async function* () { yield bytes; } };
  },
}); // oxfmt-ignore

const deep = '<div>'.repeat(60_000);

describe('parsing threads', () => {
  it.each<[string, NodeCase]>([
    [
      'HTML',
      {
        type: 'html',
        parameters: { operation: 'extractHtmlContent', extractionValues: { values: [{ key: 'a', cssSelector: 'div' }] } },
        items: [{ data: deep }],
      },
    ],
    [
      'HTML of the old node',
      { type: 'htmlExtract', parameters: { extractionValues: { values: [{ key: 'a', cssSelector: 'div' }] } }, items: [{ data: deep }] },
    ],
    ['HTML to Markdown', { type: 'markdown', parameters: { html: '={{ $json.data }}' }, items: [{ data: '<ul><li>'.repeat(150_000) }] }],
    [
      'Markdown',
      { type: 'markdown', parameters: { mode: 'markdownToHtml', markdown: '={{ $json.data }}' }, items: [{ data: '['.repeat(200_000) }] },
    ],
    ['XML', { type: 'xml', items: [{ data: `<r>${'<a>b</a>'.repeat(2_000_000)}</r>` }] }],
    [
      'a feed',
      {
        type: 'rssFeedRead',
        parameters: { url: 'http://feed.example' },
        ports: { http: respondingWith(`<rss><channel>${'<item><title>a</title></item>'.repeat(500_000)}</channel></rss>`) },
      },
    ],
    [
      'a spreadsheet',
      {
        type: 'extractFromFile',
        parameters: { operation: 'html' },
        items: [file(`<table>${'<tr><td>a</td></tr>'.repeat(600_000)}</table>`)],
      },
    ],
    [
      'a spreadsheet that is written',
      { type: 'convertToFile', parameters: { operation: 'html' }, items: Array.from({ length: 4000 }, (_, at) => ({ [`c${at}`]: 1 })) },
    ],
  ])('stop if %s takes too long', async (_, { type, ...more }) => {
    const parsing = parsingWith({ timeout: 50 });
    const { error } = await runNode({ ...more, type: `n8n-nodes-base.${type}`, ports: { ...more.ports, parsing } });
    expect(error).toMatchObject({
      code: 'PARSING_TIMEOUT',
      message: 'Reading or writing the content took longer than 0.05 s and was stopped.',
    });
  });

  it('start a new thread for the next task', async () => {
    const parsing = parsingWith();
    const stop = new AbortController();
    const running = [1, 2].map(() => parsing.run('htmlValues', [deep, [], {}], stop.signal));
    stop.abort(new Error('stopped'));
    await Promise.all(running.map((run) => expect(run).rejects.toThrow('stopped')));
    expect((await html(parsing, `<p>b</p>${' '.repeat(9000)}`)).json).toEqual([{ a: ['b'] }]);
  });

  it('do not block the engine', async () => {
    const parsing = parsingWith({ timeout: 2000 });
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await html(parsing, deep);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
  });

  it('stop at the memory limit', async () => {
    const { error } = await html(parsingWith({ memory: 32 }), '<p>a</p>'.repeat(500_000));
    expect(error).toMatchObject({ code: 'PARSING_OUT_OF_MEMORY', message: expect.stringContaining('more than 32 MB') as string });
  });

  it('report that content is nested too deeply', async () => {
    const text = `<p>${'<b>'.repeat(20_000)}`;
    expect((await html(parsingWith(), text)).error?.message).toBe('The content is nested too deeply to be read.');
  });

  it("return the same results as the engine's own thread", async () => {
    const parsing = parsingWith();
    const cases: readonly NodeCase[] = [
      { type: 'html', version: 1.2, parameters: { operation: 'extractHtmlContent', extractionValues: { values: [{ key: 'a', cssSelector: 'p' }, { key: '__proto__', cssSelector: 'p', returnArray: true }] } }, items: [{ data: `<p>a <a href="https://x.test">b</a></p>${' '.repeat(9000)}` }] },
      { type: 'markdown', version: 1, parameters: { html: '={{ $json.data }}', options: { textReplace: { values: [{ pattern: 'a+', replacement: 'b' }] } } }, items: [{ data: `<h1>aa</h1>${'<p>c</p>'.repeat(2000)}` }] },
      { type: 'markdown', version: 1, parameters: { mode: 'markdownToHtml', markdown: '={{ $json.data }}' }, items: [{ data: `# a\n${'b\n\n'.repeat(4000)}` }] },
      { type: 'extractFromFile', version: 1, parameters: { operation: 'html' }, items: [file(`<table><tr><td>a</td><td>__proto__</td></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(2500)}</table>`)] },
      { type: 'extractFromFile', version: 1, parameters: { operation: 'pdf' }, items: [file(samplePdf([['one']], 'Sample'), 'application/pdf')] },
      { type: 'readPDF', version: 1, items: [file('no PDF')] },
      { type: 'extractFromFile', version: 1, parameters: { operation: 'xlsx', options: { sheetName: 'none' } }, items: [file('a,b')] },
      { type: 'xml', version: 1, items: [{ data: `<r a="1">${'<b>c</b><__proto__/>'.repeat(5000)}</r>` }, { data: `<r>${'<b>'.repeat(30_000)}</r>` }], node: { onError: 'continueRegularOutput' } },
      { type: 'rssFeedRead', version: 1.2, parameters: { url: 'http://feed.example', options: { customFields: 'b' } }, ports: { http: respondingWith(`<rss><channel>${'<item><title>a</title><b>c</b></item>'.repeat(3000)}</channel></rss>`) } },
      { type: 'rssFeedRead', version: 1.2, parameters: { url: 'http://feed.example' }, ports: { http: respondingWith(`<html>${' '.repeat(70_000)}</html>`) } },
      { type: 'extractFromFile', version: 1.1, parameters: { operation: 'fromIcs' }, items: [file(`BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:__proto__\nDTSTART;TZID=X:20260101T100000\nEND:VEVENT\nEND:VCALENDAR`)] },
      { type: 'convertToFile', version: 1.1, parameters: { operation: 'html' }, items: Array.from({ length: 200 }, (_, at) => ({ at })) },
    ]; // oxfmt-ignore
    for (const { type, ...more } of cases) {
      const [apart, here] = await Promise.all(
        [{ parsing }, {}].map((ports) => runNode({ ...more, type: `n8n-nodes-base.${type}`, ports: { ...more.ports, ...ports } })),
      );
      expect(apart).toEqual(here);
    }
  });

  it('end with their execution and with the server', async () => {
    const parsing = parsingWith();
    const stop = new AbortController();
    const running = parsing.run('htmlValues', [deep, [], {}], stop.signal);
    const also = parsing.run('htmlValues', [deep, [], {}], new AbortController().signal);
    const queued = parsing.run('htmlValues', [deep, [], {}], stop.signal);
    stop.abort(new Error('stopped by hand'));
    await expect(running).rejects.toThrow('stopped by hand');
    await expect(queued).rejects.toThrow('stopped by hand');
    await Promise.all([expect(also).rejects.toThrow('Millrace is shutting down.'), parsing.stop()]);
    await expect(parsing.run('htmlValues', ['', [], {}], new AbortController().signal)).rejects.toThrow('Millrace is shutting down.');
  });
});
