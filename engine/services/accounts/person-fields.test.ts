// Names, addresses and passwords: accepted and rejected values.
import { describe, expect, it } from 'vitest';
import { checkName, checkPassword, emailOf } from './person-fields.ts';

describe('an e-mail address', () => {
  it.each([
    ['Anna@Example.COM ', 'anna@example.com'],
    ['a.b+c@sub.example.co', 'a.b+c@sub.example.co'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
    ['__proto__@example.com', '__proto__@example.com'],
    ['anna', undefined],
    ['anna@localhost', undefined],
    ['anna@example..com', undefined],
    ['.anna@example.com', undefined],
    ['anna@example.com\r\nBcc: all@example.com', undefined],
    ['anna@example.com,bea@example.com', undefined],
    ['anna@example.com bea@example.com', undefined],
    ['Anna <anna@example.com>', undefined],
    ['"anna"@example.com', undefined],
    ['anna(x)@example.com', undefined],
    ['anna@exämple.com', undefined],
    ['anna\u0000@example.com', undefined],
    [`${'a'.repeat(65)}@example.com`, undefined],
    [`a@${'b.'.repeat(130)}com`, undefined],
    ['', undefined],
  ])('%j is %j', (text, email) => {
    expect(emailOf(text)).toBe(email);
  });
});

describe('a name', () => {
  it.each([
    [' Anna ', 'Anna'],
    ['Åsa Ødegård-Ñuñez', 'Åsa Ødegård-Ñuñez'],
    ['__proto__', '__proto__'],
    ['😀'.repeat(32), '😀'.repeat(32)],
  ])('%j is taken as %j', (text, name) => {
    expect(checkName(text, 'firstName')).toBe(name);
  });

  it.each([[''], ['  '], ['x'.repeat(33)], ['a\nb'], ['a\u0000b'], ['a\u2028b'], ['a\u202Eb'], ['\uD800']])('%j is refused', (text) => {
    expect(() => checkName(text, 'lastName')).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', params: { field: 'lastName' } }) as Error,
    );
  });
});

describe('a password', () => {
  it.each([['Abcdefg1'], ['ÄÖÜäöüß9'], [`A1${'x'.repeat(62)}`], ['Correct horse 4']])('%j is taken', (password) => {
    expect(() => checkPassword(password)).not.toThrow();
  });

  it.each([
    ['Abcdef1', 'at least 8 characters'],
    [`A1${'x'.repeat(63)}`, 'at most 64 characters'],
    ['Abcdefgh', 'a number'],
    ['abcdefg1', 'a capital letter'],
    ['', 'at least 8 characters, a number, a capital letter'],
  ])('%j must have %s', (password, rules) => {
    expect(() => checkPassword(password)).toThrow(
      expect.objectContaining({ code: 'PASSWORD_INVALID', message: `The password must have ${rules}. Choose another one.` }) as Error,
    );
  });
});
