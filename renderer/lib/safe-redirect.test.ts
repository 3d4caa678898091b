import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('safeRedirect', () => {
  it.each(['//evil.example', String.raw`/\evil.example`, 'https://evil.example', 'evil', '', '/\t/evil.example', null, undefined])(
    'refuses %j',
    (redirect) => expect(safeRedirect(redirect)).toBe('/'),
  );
  it.each(['/', '/workflow/1?a=b', '/settings/users'])('follows %s', (redirect) => expect(safeRedirect(redirect)).toBe(redirect));
});
