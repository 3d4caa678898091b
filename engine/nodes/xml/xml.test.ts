// XML: both directions with every option, and hostile names.
import { describe, expect, it } from 'vitest';
import { deeplyNested } from '../../testing/deeply-nested.ts';
import { runNode } from '../../testing/run-node.ts';
import { sanitizeXmlName } from '../_shared/xml/names.ts';

const type = 'n8n-nodes-base.xml';

describe('xml to json', () => {
  const feed = '<Feed lang="en">\n  <item id="1"> a  b </item>\n  <item id="2"/>\n  <one>x</one>\n</Feed>';
  it.each([
    ['attributes become fields by default', {}, { Feed: { lang: 'en', item: [{ _: ' a  b ', id: '1' }, { id: '2' }], one: 'x' } }],
    [
      'attributes apart',
      { mergeAttrs: false },
      { Feed: { $: { lang: 'en' }, item: [{ _: ' a  b ', $: { id: '1' } }, { $: { id: '2' } }], one: 'x' } },
    ],
    [
      'other keys',
      { mergeAttrs: false, attrkey: '@', charkey: '#' },
      { Feed: { '@': { lang: 'en' }, item: [{ '#': ' a  b ', '@': { id: '1' } }, { '@': { id: '2' } }], one: 'x' } },
    ],
    ['without attributes', { ignoreAttrs: true }, { Feed: { item: [' a  b ', ''], one: 'x' } }],
    ['lists always', { ignoreAttrs: true, explicitArray: true }, { Feed: { item: [' a  b ', ''], one: ['x'] } }],
    ['without the root', { ignoreAttrs: true, explicitRoot: false }, { item: [' a  b ', ''], one: 'x' }],
    ['trimmed', { ignoreAttrs: true, trim: true }, { Feed: { item: ['a  b', ''], one: 'x' } }],
    ['normalized', { ignoreAttrs: true, normalize: true }, { Feed: { item: ['a b', ''], one: 'x' } }],
    ['lower case tags', { ignoreAttrs: true, normalizeTags: true }, { feed: { item: [' a  b ', ''], one: 'x' } }],
  ])('%s', async (_, options, expected) => {
    const { outputs, error } = await runNode({ type, parameters: { options }, items: [{ data: feed, gone: 1 }] });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ json: expected, pairedItem: { item: 0 } }]]);
  });

  it.each([
    ['CDATA and entities', '<a><b><![CDATA[<x> & y]]></b><c>&lt;&#65;&amp;</c></a>', { a: { b: '<x> & y', c: '<A&' } }],
    ['a declaration, comments and a BOM', '\uFEFF<?xml version="1.0"?><!-- c --><a>1</a>', { a: '1' }],
    ['a root that is text, without root', '<a>1</a>', { a: '1' }],
    ['namespaces as part of names', '<s:a xmlns:s="u"><s:b>1</s:b></s:a>', { 's:a': { 'xmlns:s': 'u', 's:b': '1' } }],
    ['an empty text', '  ', {}],
  ])('%s', async (_, data, expected) => {
    expect((await runNode({ type, items: [{ data }] })).json).toEqual([expected]);
  });

  it('reads a nested field, and puts a bare value under its name', async () => {
    const parameters = { dataPropertyName: 'a.b', options: { explicitRoot: false } };
    expect((await runNode({ type, parameters, items: [{ a: { b: '<x>1</x>' } }] })).json).toEqual([{ 'a.b': '1' }]);
  });

  it('renames names that reach prototypes', async () => {
    const data = '<r><__proto__><polluted>1</polluted></__proto__><constructor a="1" prototype="2"/></r>';
    const { json } = await runNode({ type, items: [{ data }] });
    expect(json).toEqual([{ r: { sanitized___proto__: { polluted: '1' }, sanitized_constructor: { a: '1', sanitized_prototype: '2' } } }]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['broken XML', { data: '<a><b></a>' }, {}, 'cannot be read'],
    ['text', { data: 'just text' }, {}, 'cannot be read'],
    ['an object', { data: { a: 1 } }, {}, 'contains an object'],
    ['a missing field', {}, {}, '"data"'],
    [
      'an attribute key that reaches a prototype',
      { data: '<a/>' },
      { attrkey: '__proto__' },
      'The "Attribute Key" option value "__proto__" is not allowed',
    ],
    [
      'the same by a list',
      { data: '<a/>' },
      { charkey: "={{ ['constructor'] }}" },
      'The "Character Key" option value "constructor" is not allowed',
    ],
  ])('rejects %s', async (_, item, options, message) => {
    const { error } = await runNode({ type, parameters: { options }, items: [item] });
    expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringContaining(message) as string });
  });
});

describe('json to xml', () => {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  it.each([
    ['one field is the root', { a: { b: 1, c: 'x & y' } }, {}, `${head}<a>\n  <b>1</b>\n  <c>x &amp; y</c>\n</a>`],
    ['several fields are in the root', { a: 1, b: true }, {}, `${head}<root>\n  <a>1</a>\n  <b>true</b>\n</root>`],
    ['a root of its own', { a: 1 }, { rootName: 'doc' }, `${head}<doc>\n  <a>1</a>\n</doc>`],
    ['without declaration', { a: 1 }, { headless: true }, '<a>1</a>'],
    [
      'lists repeat their element',
      { a: { b: [1, { c: 2 }, ''] } },
      { headless: true },
      '<a>\n  <b>1</b>\n  <b>\n    <c>2</c>\n  </b>\n  <b/>\n</a>',
    ],
    ['attributes and text', { a: { $: { x: '1 "<&' }, _: 't>' } }, { headless: true }, '<a x="1 &quot;&lt;&amp;">t&gt;</a>'],
    ['other keys', { a: { '@': { x: 1 }, '#': 't' } }, { headless: true, attrkey: '@', charkey: '#' }, '<a x="1">t</a>'],
    [
      'CDATA where needed',
      { a: { b: 'x', c: '<i>]]></i>' } },
      { headless: true, cdata: true },
      '<a>\n  <b>x</b>\n  <c><![CDATA[<i>]]]]><![CDATA[></i>]]></c>\n</a>',
    ],
    ['nothing is an empty element', { a: { b: null, c: {} } }, { headless: true }, '<a>\n  <b/>\n  <c/>\n</a>'],
    ['an attribute without value is left out', { a: { $: { k: null, n: 1, e: '' } } }, { headless: true }, '<a n="1" e=""/>'],
    ['an empty text is an empty element', { a: { _: '' } }, { headless: true }, '<a/>'],
    [
      'a number or a list is written as text, an object as elements',
      { a: { b: { _: 1 }, c: { _: ['x', 'y'] }, d: { _: { e: 1 } } } },
      { headless: true },
      '<a>\n  <b>1</b>\n  <c>x,y</c>\n  <d>\n    <e>1</e>\n  </d>\n</a>',
    ],
    [
      'fields of a list in the root element are elements',
      { a: [{ b: 1, _: 'x' }, { b: 2 }] },
      { headless: true },
      '<a>\n  <b>1</b>\n  <_>x</_>\n  <b>2</b>\n</a>',
    ],
    ['numbers and empty entries of such a list are ignored', { a: [1, true, null, '', [], {}] }, { headless: true }, '<a/>'],
    [
      'a list in the root element with a root of its own',
      { a: ['x', 'y'] },
      { headless: true, rootName: 'doc' },
      '<doc>\n  <a>x</a>\n  <a>y</a>\n</doc>',
    ],
    ['a list in a list of objects', { a: [{ b: [1, 2] }] }, { headless: true }, '<a>\n  <b/>\n</a>'],
    ['emoji', { a: '😀' }, { headless: true, allowSurrogateChars: true }, '<a>😀</a>'],
  ])('%s', async (_, item, options, expected) => {
    const { json, error } = await runNode({ type, parameters: { mode: 'jsonToxml', options }, items: [item] });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ data: expected }]);
  });

  it.each([
    ['a name with a space', { 'a b': 1 }, {}, '"a b"'],
    ['an attribute name with a space', { a: { $: { 'x y': 1 } } }, {}, '"x y"'],
    ['a control character', { a: '\u0001' }, {}, 'character'],
    ['half of a surrogate pair', { a: '\uD800' }, {}, 'character'],
    ['texts of a list that is the root element', { a: ['x', 'y'] }, {}, 'must contain objects'],
    ['lists in a list that is the root element', { a: [[1, 2], [3]] }, {}, 'must contain objects'],
    ['texts of a list in a list', { a: { b: [['x']] } }, {}, 'must contain objects'],
    ['attributes in a list that is the root element', { a: [{ $: { x: 1 } }] }, {}, '"$"'],
    ['a missing text', { a: { _: null } }, {}, 'Missing element text. parent: <a>'],
    ['a key that reaches a prototype', { a: 1 }, { attrkey: 'prototype' }, 'not allowed'],
  ])('rejects %s', async (_, item, options, message) => {
    const { error } = await runNode({ type, parameters: { mode: 'jsonToxml', options }, items: [item] });
    expect(error?.message).toContain(message);
  });

  it('reports that data is nested too deeply', async () => {
    const json = { mode: 'jsonToxml' };
    const { error } = await runNode({ type, parameters: json, items: [deeplyNested(100_000)] });
    expect(error).toMatchObject({ message: 'The data is nested too deeply for this node.', context: { itemIndex: 0 } });
    const goesOn = await runNode({ type, parameters: json, items: [deeplyNested(100_000)], node: { onError: 'continueRegularOutput' } });
    expect(goesOn.json).toEqual([{ error: 'The data is nested too deeply for this node.' }]);
  });

  it('writes what it reads', async () => {
    const data = '<a x="1">\n  <b>t</b>\n  <b y="2"/>\n</a>';
    const read = await runNode({ type, parameters: { options: { mergeAttrs: false } }, items: [{ data }] });
    const written = await runNode({ type, parameters: { mode: 'jsonToxml', options: { headless: true } }, items: read.json });
    expect(written.json).toEqual([{ data }]);
  });
});

describe('sanitizeXmlName', () => {
  it.each([
    ['__proto__', 'sanitized___proto__'],
    ['prototype', 'sanitized_prototype'],
    ['Prototype', 'Prototype'],
    ['item', 'item'],
  ])('%s', (name, expected) => {
    expect(sanitizeXmlName(name)).toBe(expected);
  });
});
