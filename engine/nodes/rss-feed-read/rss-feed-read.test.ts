// RSS Read: feeds of all kinds, from a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../execution/http/client.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const type = 'n8n-nodes-base.rssFeedRead';
const http = createHttpClient();
const responses = new Map<string, { status?: number; type?: string; body: string | Uint8Array }>();
let server: StubServer;

beforeAll(async () => {
  server = await stubServer(({ url }, response) => {
    const { status = 200, type: contentType = 'application/xml', body } = responses.get(url) ?? { status: 404, body: 'gone' };
    response.writeHead(status, { 'content-type': contentType }).end(body);
  });
});
afterAll(async () => {
  await Promise.all([http.close(), server.close()]);
});

function read(body: string | Uint8Array, options: Record<string, unknown> = {}, contentType?: string): Promise<NodeOutcome> {
  responses.set('/feed', { body, type: contentType });
  return runNode({ type, version: 1.2, parameters: { url: `${server.address}/feed`, options }, ports: { http } });
}

const rss = (items: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Blog</title><link>https://x/</link>${items}</channel></rss>`;

describe('kinds of feeds', () => {
  it('RSS 2.0', async () => {
    const { json } = await read(
      rss(`<item>
        <title>One &amp; only</title>
        <link>https://x/1</link>
        <dc:creator><![CDATA[Ada]]></dc:creator>
        <pubDate>Tue, 28 Feb 2023 09:00:00 +0100</pubDate>
        <category><![CDATA[News]]></category>
        <category domain="d">Tech</category>
        <guid isPermaLink="false">id-1</guid>
        <description><![CDATA[<p>Short&nbsp;<b>text</b> &#8212; more</p>]]></description>
        <content:encoded><![CDATA[<p>Long <i>text</i></p>]]></content:encoded>
        <enclosure url="https://x/1.mp3" length="5" type="audio/mpeg"/>
        <itunes:duration>12:00</itunes:duration>
        <itunes:image href="https://x/1.png"/>
      </item>`),
    );
    expect(json).toEqual([
      {
        creator: 'Ada',
        title: 'One & only',
        link: 'https://x/1',
        pubDate: 'Tue, 28 Feb 2023 09:00:00 +0100',
        'content:encoded': '<p>Long <i>text</i></p>',
        'content:encodedSnippet': 'Long text',
        'dc:creator': 'Ada',
        enclosure: { url: 'https://x/1.mp3', length: '5', type: 'audio/mpeg' },
        content: '<p>Short&nbsp;<b>text</b> &#8212; more</p>',
        contentSnippet: 'Short\u00A0text — more',
        guid: 'id-1',
        categories: ['News', 'Tech'],
        itunes: { duration: '12:00', image: 'https://x/1.png' },
        isoDate: '2023-02-28T08:00:00.000Z',
      },
    ]);
  });

  it('Atom', async () => {
    const { json } = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>
      <entry>
        <title type="html">Two &lt;b&gt;</title>
        <link rel="edit" href="https://x/edit"/><link href="https://x/2"/>
        <id>urn:2</id>
        <author><name>Bob</name><email>b@x</email></author>
        <published>2024-01-02T03:04:05+02:00</published><updated>2024-02-02T00:00:00Z</updated>
        <summary>Sum &amp;amp; more</summary>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p class="a">Hi &amp; bye<br/></p></div></content>
        <category term="go"/>
      </entry>
      <entry><id>urn:3</id><updated>2024-02-02T00:00:00Z</updated></entry></feed>`);
    expect(json).toEqual([
      {
        title: 'Two <b>',
        link: 'https://x/2',
        pubDate: '2024-01-02T01:04:05.000Z',
        author: 'Bob',
        content: '<div xmlns="http://www.w3.org/1999/xhtml"><p class="a">Hi &amp; bye<br/></p></div>',
        contentSnippet: 'Hi & bye',
        summary: 'Sum &amp; more',
        summarySnippet: 'Sum & more',
        id: 'urn:2',
        categories: ['go'],
        isoDate: '2024-01-02T01:04:05.000Z',
      },
      { pubDate: '2024-02-02T00:00:00.000Z', id: 'urn:3', isoDate: '2024-02-02T00:00:00.000Z' },
    ]);
  });

  it('RDF', async () => {
    const { json } = await read(`<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><title>C</title></channel>
      <item rdf:about="https://x/3"><title>Three</title><link>https://x/3</link><description>D</description>
      <dc:date>2024-03-04T05:06:07Z</dc:date><dc:creator>Eve</dc:creator><dc:subject>S</dc:subject></item></rdf:RDF>`);
    expect(json).toEqual([
      {
        creator: 'Eve',
        title: 'Three',
        link: 'https://x/3',
        date: '2024-03-04T05:06:07Z',
        subject: 'S',
        'dc:creator': 'Eve',
        content: 'D',
        contentSnippet: 'D',
        isoDate: '2024-03-04T05:06:07.000Z',
      },
    ]);
  });

  it('RSS 0.91, an author instead of a creator, no date', async () => {
    const { json } = await read(rss('<item><title>T</title><author>a@x (A)</author><pubDate>soon</pubDate></item>'));
    expect(json).toEqual([{ creator: 'a@x (A)', title: 'T', pubDate: 'soon', author: 'a@x (A)' }]);
  });

  it('without entries', async () => {
    expect((await read(rss(''))).json).toEqual([]);
  });

  it('with errors, as far as it can be read', async () => {
    const { json } = await read(rss('<item><title>A & B &nbsp; &unknown; C</title><link>https://x/?a=1&b=2</link></item>'));
    expect(json).toEqual([{ title: 'A & B \u00A0 &unknown; C', link: 'https://x/?a=1&b=2' }]);
  });
});

describe('encodings', () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>Zürich</title></item></channel></rss>',
    'latin1',
  );

  it.each([
    ['of the document', latin, 'text/xml'],
    ['of the headers', Buffer.from(rss('<item><title>Zürich</title></item>'), 'utf16le'), 'text/xml; charset=utf-16le'],
    ['unknown: UTF-8', Buffer.from(rss('<item><title>Zürich</title></item>')), 'text/xml; charset=klingon'],
    ['with a mark at its start', Buffer.from(`\uFEFF${rss('<item><title>Zürich</title></item>')}`), 'text/xml'],
  ])('%s', async (_what, body, contentType) => {
    expect((await read(body, {}, contentType)).json).toEqual([{ title: 'Zürich' }]);
  });
});

describe('custom fields', () => {
  const item = `<item><title>T</title><company>ACME</company>
    <media:group><media:thumbnail url="https://x/a.png"/><media:title>M</media:title></media:group>
    <tag>1</tag><tag>2</tag><__proto__><polluted>1</polluted></__proto__></item>`;

  it('are included: text unchanged, attributes under $, lists of elements', async () => {
    const { json } = await read(rss(item), { customFields: 'company, media:group,tag, none' });
    expect(json).toEqual([
      {
        title: 'T',
        company: 'ACME',
        'media:group': { 'media:thumbnail': [{ $: { url: 'https://x/a.png' } }], 'media:title': ['M'] },
        tag: ['1', '2'],
      },
    ]);
  });

  it('do not reach a prototype', async () => {
    const { json } = await read(rss(item), { customFields: '__proto__, constructor' });
    expect(json).toEqual([{ title: 'T' }]);
    expect(Object.getPrototypeOf(json[0])).toBe(Object.prototype);
  });
});

describe('items', () => {
  it('of version 1: one feed; since 1.1 one for each item', async () => {
    responses.set('/a', { body: rss('<item><title>a</title></item>') });
    responses.set('/b', { body: rss('<item><title>b1</title></item><item><title>b2</title></item>') });
    const items = [{ path: 'a' }, { path: 'b' }];
    const parameters = { url: `=${server.address}/{{ $json.path }}` };
    const [first, each] = await Promise.all([1, 1.1].map((version) => runNode({ type, version, parameters, items, ports: { http } })));
    expect(first?.json).toEqual([{ title: 'a' }]);
    expect(each?.json).toEqual([{ title: 'a' }, { title: 'b1' }, { title: 'b2' }]);
    expect(each?.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
  });

  it.each([1, 1.2])('continue on failure if set (version %d)', async (version) => {
    const { json } = await runNode({
      type,
      version,
      parameters: { url: `${server.address}/none` },
      node: { onError: 'continueRegularOutput' },
      ports: { http },
    });
    expect(json).toEqual([{ error: expect.stringContaining('responded with status 404') as string }]);
  });
});

describe('failures', () => {
  it.each<[what: string, url: string, code: string, message: string]>([
    ['no address', '', 'PARAMETER_INVALID', 'The parameter "URL" has to be set!'],
    ['an invalid address', 'feed', 'PARAMETER_INVALID', 'The provided "URL" is not valid!'],
    ['no server', 'http://127.0.0.1:1/', 'NODE_REQUEST_FAILED', 'It was not possible to connect to the URL'],
    ['a file', 'file:///etc/passwd', 'PARAMETER_INVALID', 'Use http or https'],
  ])('%s', async (_what, url, code, message) => {
    const { error } = await runNode({ type, parameters: { url }, ports: { http } });
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  it.each([
    ['a page', '<!doctype html><html><body><p>Hi<br></body></html>', 'does not lead to a feed'],
    ['nothing', '', 'does not lead to a feed'],
    ['JSON', '{"items":[]}', 'does not lead to a feed'],
    ['too deep a nest', rss(`<item>${'<a>'.repeat(100_000)}</item>`), 'nested more than'],
  ])('%s', async (_what, body, message) => {
    const { error } = await read(body, {}, 'text/html');
    expect(error).toMatchObject({ code: 'NODE_OPERATION_FAILED', message: expect.stringContaining(message) as string });
  });

  it('a text with many tag starts takes no longer than another', async () => {
    const { json } = await read(rss(`<item><description><![CDATA[${'<'.repeat(2_000_000)}]]></description></item>`));
    expect(String(json[0]?.['contentSnippet'])).toHaveLength(2_000_000);
  });
});
