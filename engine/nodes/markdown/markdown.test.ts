// Markdown: both directions and their options.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.markdown';

describe('markdown to html', () => {
  it.each([
    ['a heading', '# Hi *you*', {}, '<h1 id="hiyou">Hi <em>you</em></h1>'],
    ['without id', '# Hi', { noHeaderId: true }, '<h1>Hi</h1>'],
    ['from another level', '# Hi', { headerLevelStart: 3, noHeaderId: true }, '<h3>Hi</h3>'],
    ['ids with a prefix', '# Hi', { prefixHeaderId: 'sec-' }, '<h1 id="sechi">Hi</h1>'],
    [
      'links in a new window',
      '[a](http://b)',
      { openLinksInNewWindow: true },
      '<p><a href="http://b" rel="noopener noreferrer" target="_blank">a</a></p>',
    ],
    ['automatic links', 'see http://b.c', { simplifiedAutoLink: true }, '<p>see <a href="http://b.c">http://b.c</a></p>'],
    ['no tables by default', '|a|\n|-|\n|1|', {}, '<p>|a|\n|-|\n|1|</p>'],
    ['strikethrough', '~~a~~', { strikethrough: true }, '<p><del>a</del></p>'],
    ['line breaks', 'a\nb', { simpleLineBreaks: true }, '<p>a<br />\nb</p>'],
    ['emoji', ':smile:', { emoji: true }, '<p>😄</p>'],
    ['mentions', '@ada', { ghMentions: true, ghMentionsLink: 'https://x/{u}' }, '<p><a href="https://x/ada">@ada</a></p>'],
    ['nothing', '={{ null }}', {}, ''],
  ])('%s', async (_, markdown, options, expected) => {
    const { json, error } = await runNode({
      type,
      parameters: { mode: 'markdownToHtml', markdown, options, destinationKey: 'a.b' },
      items: [{ n: 1 }],
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ n: 1, a: { b: expected } }]);
  });

  it('converts tables if set', async () => {
    const { json } = await runNode({
      type,
      parameters: { mode: 'markdownToHtml', markdown: '| a | b |\n|---|---|\n| 1 | 2 |', options: { tables: true } },
    });
    expect(json[0]?.['data']).toContain('<td>1</td>');
  });

  it('returns a whole document if set', async () => {
    const { json } = await runNode({
      type,
      parameters: { mode: 'markdownToHtml', markdown: 'a', options: { completeHTMLDocument: true } },
    });
    expect(json[0]?.['data']).toMatch(/^<!DOCTYPE HTML>[\s\S]*<p>a<\/p>[\s\S]*<\/html>$/);
  });
});

describe('html to markdown', () => {
  it.each([
    ['the usual', '<h1>Hi</h1><p>a <b>b</b> <em>c</em></p><ul><li>x</li></ul>', {}, '# Hi\n\na **b** _c_\n\n* x'],
    ['a list within a list', '<ul><li>1</li><li>2<ul><li>n</li></ul></li></ul>', {}, '* 1\n* 2  \n   * n'],
    ['numbered lists', '<ol><li>x<ol><li>y</li></ol></li><li></li><li>z</li></ol>', {}, '1. x  \n   1. y\n2. z'],
    [
      'other marks',
      '<p><b>b</b> <em>c</em></p><ul><li>x</li></ul>',
      { bulletMarker: '-', strongDelimiter: '__', emDelimiter: '*' },
      '__b__ *c*\n\n- x',
    ],
    ['links', '<a href="http://x/">y</a>', {}, '[y](http://x/)'],
    ['links at the bottom', '<p><a href="http://x/">y</a></p>', { useLinkReferenceDefinitions: true }, '[y][1]\n\n\n[1]: http://x/'],
    ['ignored elements', '<p>a<img src="b" alt="c"><span>d</span></p>', { ignore: 'img, span' }, 'a'],
    ['texts replaced everywhere', '<p>a b a</p>', { textReplace: { values: [{ pattern: 'a', replacement: 'z' }] } }, 'z b z'],
    ['escaping', '<p>a_b*c</p>', {}, 'a\\_b\\*c'],
    ['escaping as set', '<p>a_b*c</p>', { globalEscape: { value: { pattern: '[*]', replacement: '\\$&' } } }, 'a_b\\*c'],
    ['indented code', '<pre><code>x\ny</code></pre>', { codeBlockStyle: 'indented' }, '    x\n    y'],
    ['a fence of its own', '<pre><code>x</code></pre>', { codeFence: '~~~' }, '~~~\nx\n~~~'],
    ['blocks as set', 'a<span>b</span>', { blockElements: 'span' }, 'a\n\nb'],
  ])('%s', async (_, html, options, expected) => {
    const { json, error } = await runNode({ type, parameters: { html, options } });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ data: expected }]);
  });

  it('keeps block elements that should be ignored, and adds a hint', async () => {
    const { json, hints } = await runNode({ type, parameters: { html: '<h1>Hi</h1>', options: { ignore: 'h1' } } });
    expect(json).toEqual([{ data: '# Hi' }]);
    expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('h1')]);
  });

  it('does not hang on a pattern with catastrophic backtracking', async () => {
    const options = { textReplace: { values: [{ pattern: '(a+)+$', replacement: 'z' }] } };
    const { json, error } = await runNode({ type, parameters: { html: `<p>${'a'.repeat(40)}b</p>`, options } });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ data: `${'a'.repeat(40)}b` }]);
  });

  it('rejects an invalid pattern', async () => {
    const { error } = await runNode({
      type,
      parameters: { html: 'a', options: { textReplace: { values: [{ pattern: '(', replacement: '' }] } } },
    });
    expect(error?.message).toContain('"(" is not a regular expression');
  });

  it('pairs items and keeps their files', async () => {
    const binary = { data: { data: '', mimeType: 'text/plain' } };
    const { outputs } = await runNode({ type, parameters: { html: '={{ $json.h }}' }, items: [{ json: { h: '<b>x</b>' }, binary }] });
    expect(outputs).toEqual([[{ json: { h: '<b>x</b>', data: '**x**' }, binary, pairedItem: { item: 0 } }]]);
  });
});
