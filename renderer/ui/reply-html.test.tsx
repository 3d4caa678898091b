// Responses as Markdown: what is rendered, and what is never loaded or run.
import { expect, it } from 'vitest';
import { replyHtml } from './reply-html.ts';

it.each<[string, string, string]>([
  ['emphasis and lists', '**a**\n\n- b', '<p><strong>a</strong></p>\n<ul>\n<li>b</li>\n</ul>\n'],
  ['code with tags', '`<b>`', '<p><code>&lt;b&gt;</code></p>\n'],
  ['tags as text', 'a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n'],
  ['blocks of tags as text', '<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['images as their description', '![a picture](https://example.com/x?secret=1)', '<p>a picture</p>\n'],
  ['images without a description as their address', '![](https://example.com/x)', '<p>https://example.com/x</p>\n'],
  ['links to pages', '[a](https://example.com)', '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer">a</a></p>\n'],
  ['other links without their address', '[a](javascript:alert(1))', '<p><a target="_blank" rel="noopener noreferrer">a</a></p>\n'],
])('shows %s', (_, text, expected) => {
  expect(replyHtml(text)).toBe(expected);
});

it('leaves very long texts to be shown as they are', () => {
  expect(replyHtml('a'.repeat(100_001))).toBeUndefined();
});
