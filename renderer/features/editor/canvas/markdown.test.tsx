// Markdown of notes.
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

describe('markdown', () => {
  it('is rendered', () => {
    expect(renderMarkdown('### Orders\nof **today**').trim()).toBe('<h3>Orders</h3>\n<p>of <strong>today</strong></p>');
  });

  it('opens links apart', () => {
    expect(renderMarkdown('[a](https://example.com)')).toContain(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">',
    );
  });

  it.each([
    ['scripts', '<script>alert(1)</script>', 'script'],
    ['handlers', '<img src="x" onerror="alert(1)">', 'onerror'],
    ['addresses that run', '[a](javascript:alert(1))', 'javascript:'],
    ['styles', '<div style="position:fixed">a</div><style>*{}</style>', 'style'],
    ['forms', '<form action="https://example.com"><input name="password"></form>', 'input'],
    ['frames', '<iframe src="https://example.com"></iframe>', 'iframe'],
    ['drawings with scripts', '<svg><script>alert(1)</script></svg>', 'svg'],
  ])('is rid of %s', (_, text, forbidden) => expect(renderMarkdown(text)).not.toContain(forbidden));
});
