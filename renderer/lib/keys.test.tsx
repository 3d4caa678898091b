import { describe, expect, it } from 'vitest';
import { keysOf } from './keys.ts';

const ctrl = { ctrlKey: true };

describe('keys of an event', () => {
  it.each([
    ['a Latin letter', { key: 'z', code: 'KeyZ', ...ctrl }, 'Ctrl+Z'],
    ['a Latin letter of another layout', { key: 'z', code: 'KeyY', ...ctrl }, 'Ctrl+Z'],
    ['a Cyrillic letter', { key: 'я', code: 'KeyZ', ...ctrl }, 'Ctrl+Z'],
    ['a Cyrillic letter with Shift', { key: 'Я', code: 'KeyZ', shiftKey: true, ...ctrl }, 'Ctrl+Shift+Z'],
    ['a Hebrew letter', { key: 'ד', code: 'KeyS', ...ctrl }, 'Ctrl+S'],
    ['a letter without other keys', { key: 'в', code: 'KeyD' }, 'D'],
    ['a letter that Alt changes', { key: '≈', code: 'KeyX', altKey: true }, 'Alt+X'],
    ['a digit', { key: '0', code: 'Digit0' }, '0'],
    ['a digit with Shift, on French keyboards', { key: '0', code: 'Digit0', shiftKey: true }, '0'],
    ['a digit without Shift, on French keyboards', { key: 'à', code: 'Digit0' }, '0'],
    ['a sign with Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a sign in place of a digit', { key: '-', code: 'Digit6' }, '-'],
    ['a German letter', { key: 'ö', code: 'Semicolon', ...ctrl }, 'Ctrl+Ö'],
    ['a key with a name', { key: 'Enter', code: 'Enter', shiftKey: true, ...ctrl }, 'Ctrl+Shift+Enter'],
  ])('%s', (_what, event, expected) =>
    expect(keysOf({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event })).toBe(expected),
  );
});
