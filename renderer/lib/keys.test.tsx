import { describe, expect, it } from 'vitest';
import { keysOf } from './keys.ts';

const held = { ctrlKey: true };

describe('keys of an event', () => {
  it.each([
    ['a Latin letter', { key: 'z', code: 'KeyZ', ...held }, 'Ctrl+Z'],
    ['a Latin letter of another layout', { key: 'z', code: 'KeyY', ...held }, 'Ctrl+Z'],
    ['a Cyrillic letter', { key: 'я', code: 'KeyZ', ...held }, 'Ctrl+Z'],
    ['a Cyrillic letter with Shift', { key: 'Я', code: 'KeyZ', shiftKey: true, ...held }, 'Ctrl+Shift+Z'],
    ['a Hebrew letter', { key: 'ד', code: 'KeyS', ...held }, 'Ctrl+S'],
    ['a letter without other keys', { key: 'в', code: 'KeyD' }, 'D'],
    ['a letter that Alt changes', { key: '≈', code: 'KeyX', altKey: true }, 'Alt+X'],
    ['a digit', { key: '0', code: 'Digit0' }, '0'],
    ['a digit with Shift, on French keyboards', { key: '0', code: 'Digit0', shiftKey: true }, '0'],
    ['a digit without Shift, on French keyboards', { key: 'à', code: 'Digit0' }, '0'],
    ['a sign with Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a sign in place of a digit', { key: '-', code: 'Digit6' }, '-'],
    ['a German letter', { key: 'ö', code: 'Semicolon', ...held }, 'Ctrl+Ö'],
    ['a key with a name', { key: 'Enter', code: 'Enter', shiftKey: true, ...held }, 'Ctrl+Shift+Enter'],
  ])('%s', (_what, event, expected) =>
    expect(keysOf({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event })).toBe(expected),
  );
});
