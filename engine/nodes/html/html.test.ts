// HTML: templates, extraction and tables.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.html';

describe('html template', () => {
  it.each([
    ['expressions in text', '<h1>{{ $json.a }}</h1><p>{{ $json.b + 1 }}</p>', '<h1>x</h1><p>3</p>'],
    ['set as an expression', '=<h1>{{ $json.a }}</h1>', '<h1>x</h1>'],
    ['braces within an expression', '<p>{{ Object.keys({ a: { b: 1 } }).join() }}</p>', '<p>a</p>'],
    ['no expression', '<p>a</p>', '<p>a</p>'],
    ['nothing but an object', '{{ $json.o }}', '[object Object]'],
    ['a list', '{{ [1, null, [2]] }}', '1,,2'],
    ['null and missing values', '<i>{{ null }}</i>{{ $json.nope }}', '<i>null</i>undefined'],
    ['an object with a toString of its own', '{{ ({ toString: 1 }) }}', '[object Object]'],
  ])('%s', async (_, html, expected) => {
    const { outputs, error } = await runNode({ type, version: 1.2, parameters: { html }, items: [{ a: 'x', b: 2, o: { k: 1 } }] });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ json: { html: expected }, pairedItem: { item: 0 } }]]);
  });

  it('is evaluated for each item', async () => {
    const { json } = await runNode({ type, parameters: { html: '<p>{{ $json.n }}</p>' }, items: [{ n: 1 }, { n: 2 }] });
    expect(json).toEqual([{ html: '<p>1</p>' }, { html: '<p>2</p>' }]);
  });
});

const page = `<html><body><h1 class="t big"> Title </h1><p>One <b>two</b></p><p>Three\n four</p>
<a href="/x">link</a><img src="i.png" alt="pic"><input id="i" value="v"><ul></ul></body></html>`;
const extract = (...values: readonly object[]): Record<string, unknown> => ({
  operation: 'extractHtmlContent',
  extractionValues: { values },
});

describe.each([
  [1, 'One two', ' Title '],
  [1.1, 'One two', ' Title '],
  [1.2, 'One two', 'Title'],
])('html %s extraction', (version, paragraph, title) => {
  it.each([
    ['text', { cssSelector: 'h1' }, title],
    ['texts', { cssSelector: 'p', returnArray: true }, [paragraph, version < 1.2 ? 'Three\n four' : 'Three four']],
    ['html', { cssSelector: 'p', returnValue: 'html' }, 'One <b>two</b>'],
    ['an attribute', { cssSelector: 'a', returnValue: 'attribute', attribute: 'href' }, '/x'],
    ['all attributes', { cssSelector: 'h1', returnValue: 'attribute' }, { class: 't big' }],
    ['a value', { cssSelector: '#i', returnValue: 'value' }, 'v'],
    ['text of nothing', { cssSelector: '.none' }, version < 1.2 ? undefined : ''],
    ['texts of nothing', { cssSelector: '.none', returnArray: true }, []],
    ['html of nothing', { cssSelector: '.none', returnValue: 'html' }, undefined],
    ['html of an empty element', { cssSelector: 'ul', returnValue: 'html' }, undefined],
    ['htmls of empty elements', { cssSelector: 'ul', returnValue: 'html', returnArray: true }, [null]],
  ])('%s', async (_, value, expected) => {
    const { outputs, error } = await runNode({ type, version, parameters: extract({ key: 'k', ...value }), items: [{ data: page }] });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ json: { k: expected }, pairedItem: { item: 0 } }]]);
  });
});

describe('html extraction', () => {
  it('lays text out like a page since 1.2', async () => {
    const value = { key: 'k', cssSelector: 'body' };
    const { json } = await runNode({ type, version: 1.2, parameters: extract(value), items: [{ data: page }] });
    expect(json).toEqual([{ k: 'Title\n\nOne two\n\nThree four\n\nlink [/x]pic [i.png]'.replace('Title', 'TITLE') }]);
    const skipped = await runNode({
      type,
      version: 1.2,
      parameters: extract({ ...value, skipSelectors: 'h1, a,img' }),
      items: [{ data: page }],
    });
    expect(skipped.json).toEqual([{ k: 'One two\n\nThree four' }]);
  });

  const blocks =
    '<div id="m"><h1>Title</h1><ul><li>One</li><li>Two</li></ul><p>A<br>B &amp; C</p><table><tr><td>x</td><td>y</td></tr><tr><th>z</th></tr></table></div>';
  it.each<[what: string, version: number, cssSelector: string, options: object, expected: string]>([
    ['cleaned up', 1.2, '#m', { cleanUpText: true }, 'TITLE * One * Two A B & C x y z'],
    ['cleaned up, of a list', 1.2, 'ul', { cleanUpText: true }, 'One Two'],
    ['of a list', 1.2, 'ul', {}, 'One\nTwo'],
    ['of a table', 1.2, 'table', {}, 'x y\nz'],
    ['of a row', 1.2, 'tr', {}, 'x y'],
    ['before the layout', 1.1, 'ul', { cleanUpText: true }, 'OneTwo'],
  ])('keeps the texts of blocks and cells apart: %s (%d)', async (_, version, cssSelector, options, expected) => {
    const parameters = { ...extract({ key: 'k', cssSelector }), options };
    const { json } = await runNode({ type, version, parameters, items: [{ data: blocks }] });
    expect(json).toEqual([{ k: expected }]);
  });

  const between = (tag: string, around = 'div'): string => `<${around} id="m">x<${tag}>One</${tag}><${tag}>Two</${tag}>y</${around}>`;
  it.each(
    (
      'address article aside blockquote button caption dd details dialog div dl dt fieldset figcaption figure footer form h2 header hgroup ' +
      'legend li main menu nav option p pre search section summary td th tr ul'
    ).split(' '),
  )('keeps what follows a %s apart', async (tag) => {
    const around = /^(?:caption|td|th|tr)$/.test(tag) ? 'table' : tag === 'option' ? 'select' : 'div';
    const td = tag === 'tr' ? '<td>' : '';
    const html =
      around === 'table' ? `<div id="m">x<table><${tag}>${td}One</${tag}><${tag}>${td}Two</${tag}></table>y</div>` : between(tag, around);
    const parameters = { ...extract({ key: 'k', cssSelector: '#m' }), options: { cleanUpText: true } };
    const { json } = await runNode({ type, version: 1.2, parameters, items: [{ data: html }] });
    expect(String(json[0]?.['k']).split(/[\s*>]+/)).toEqual(['x', expect.stringMatching(/^one$/i), expect.stringMatching(/^two$/i), 'y']);
  });

  it('does not separate what stands in one line', async () => {
    const parameters = { ...extract({ key: 'k', cssSelector: 'p' }), options: { cleanUpText: true } };
    const html = '<p>a<b>b</b><i>c</i><span>d</span><code>e</code><label>f</label></p>';
    expect((await runNode({ type, version: 1.2, parameters, items: [{ data: html }] })).json).toEqual([{ k: 'abcdef' }]);
  });

  it('does not break long lines', async () => {
    const text = 'word '.repeat(40).trim();
    const { json } = await runNode({
      type,
      version: 1.2,
      parameters: extract({ key: 'k', cssSelector: 'p' }),
      items: [{ data: `<p>${text}</p>` }],
    });
    expect(json).toEqual([{ k: text }]);
  });

  it.each([
    ['trims', { trimValues: true }, 'a  \n b'],
    ['cleans up', { cleanUpText: true }, 'a b'],
    ['leaves unchanged', {}, '  a  \n b '],
  ])('%s', async (_, options, expected) => {
    const parameters = { ...extract({ key: 'k', cssSelector: 'pre', returnValue: 'html' }), options };
    const { json } = await runNode({ type, version: 1.2, parameters, items: [{ data: '<pre>  a  \n b </pre>' }] });
    expect(json).toEqual([{ k: expected }]);
  });

  it('makes one item per text of a list, and reads files', async () => {
    const list = await runNode({
      type,
      parameters: { ...extract({ key: 'k', cssSelector: 'b' }), dataPropertyName: 'a.l' },
      items: [{ a: { l: ['<b>1</b>', '<b>2</b>'] } }],
    });
    expect(list.outputs[0]).toEqual([1, 2].map((n) => ({ json: { k: String(n) }, pairedItem: { item: 0 } })));
    const binary = { doc: { data: Buffer.from('<b>ü</b>').toString('base64'), mimeType: 'text/html' } };
    const file = await runNode({
      type,
      parameters: { ...extract({ key: 'k', cssSelector: 'b' }), sourceData: 'binary', dataPropertyName: 'doc' },
      items: [{ json: {}, binary }],
    });
    expect(file.json).toEqual([{ k: 'ü' }]);
  });

  it.each([
    ['a missing field', {}, [{}], '"data"'],
    ['a missing file', { sourceData: 'binary' }, [{}], '"data"'],
    ['an invalid selector', { extractionValues: { values: [{ key: 'k', cssSelector: 'p[' }] } }, [{ data: page }], '"p["'],
  ])('rejects %s', async (_, parameters, items, message) => {
    const { error } = await runNode({ type, parameters: { ...extract({ key: 'k', cssSelector: 'p' }), ...parameters }, items });
    expect(error?.message).toContain(message);
  });
});

describe('html table', () => {
  const items = [
    { first_name: 'Ada', ok: true },
    { first_name: null, note: { a: 1 } },
  ];

  it('has a row per item and a column per field', async () => {
    const parameters = { operation: 'convertToHtmlTable', options: { customStyling: true } };
    const { outputs } = await runNode({ type, parameters, items });
    const cell = (text: string): string => `<td>${text}</td>`;
    expect(outputs).toEqual([
      [
        {
          json: {
            table:
              '<table><thead><tr><th>first_name</th><th>ok</th><th>note</th></tr></thead><tbody>' +
              `<tr>${cell('Ada')}${cell('<input type="checkbox" checked disabled>')}${cell('')}</tr>` +
              `<tr>${cell('')}${cell('')}${cell('{"a":1}')}</tr></tbody></table>`,
          },
          pairedItem: [{ item: 0 }, { item: 1 }],
        },
      ],
    ]);
  });

  it('accepts headings, a caption and attributes', async () => {
    const options = {
      capitalize: true,
      caption: 'People',
      tableAttributes: 'id="t"',
      headerAttributes: 'style="x"',
      rowAttributes: 'class="r"',
      cellAttributes: 'class="c"',
    };
    const { json } = await runNode({ type, parameters: { operation: 'convertToHtmlTable', options }, items });
    const table = json[0]?.['table'];
    for (const part of ['>People</caption>', 'id="t"', '<th style="x">First Name</th>', '<tr class="r">', 'class="c">Ada</td>'])
      expect(table).toContain(part);
    expect(table).toMatch(/^<table style="[^"]+" id="t">/);
  });
});
