import { describe, expect, it } from 'vitest';
import { displayUrl } from './index.ts';

describe('a URL as messages show it', () => {
  it.each([
    ['example', 'example'],
    ['https://example.com/a/b', 'https://example.com/a/b'],
    ['https://example.com/a?key=secret#secret', 'https://example.com/a'],
    ['https://ada:secret@example.com/a', 'https://example.com/a'],
    ['https://secret@example.com', 'https://example.com'],
    ['https://ada:se/cret@example.com', 'https://example.com'],
    ['htp://ada:secret@x/a?b', 'htp://x/a'],
    ['ada:secret@example.com:80', 'example.com:80'],
    ['http://ada:secret@[x', 'http://[x'],
    ['https://example.com/users/@me', 'https://example.com/users/@me'],
    ['', ''],
    [`https://example.com/${'x'.repeat(500)}`, `https://example.com/${'x'.repeat(180)}…`],
  ])('%s', (address, expected) => expect(displayUrl(address)).toBe(expected));
});
