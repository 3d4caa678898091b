// Content-Type and Content-Disposition headers as real servers send them.
import { describe, expect, it } from 'vitest';
import { fileNameInUrl, mimeTypeOf, parseContentDisposition, parseContentType } from './http-headers.ts';

describe('Content-Type', () => {
  it.each<[header: string | undefined, expected: unknown]>([
    [undefined, null],
    ['', null],
    [' ; charset=utf-8', null],
    ['TEXT/Plain', { type: 'text/plain', parameters: { charset: 'utf-8' } }],
    ['text/html ;Charset="ISO-8859-1"', { type: 'text/html', parameters: { charset: 'ISO-8859-1' } }],
    ['multipart/form-data; boundary=--a=b==; odd', { type: 'multipart/form-data', parameters: { charset: 'utf-8', boundary: '--a=b==' } }],
    ['text/plain; name="a;b\\"c.txt"', { type: 'text/plain', parameters: { charset: 'utf-8', name: 'a;b"c.txt' } }],
    ['text/plain; name=%22a%20b%22', { type: 'text/plain', parameters: { charset: 'utf-8', name: 'a b' } }],
    ['text/plain; name=%E4.txt', { type: 'text/plain', parameters: { charset: 'utf-8', name: 'ä.txt' } }],
  ])('%j', (header, expected) => {
    expect(parseContentType(header)).toEqual(expected);
  });

  it('returns the MIME type alone', () => {
    expect(mimeTypeOf('image/PNG; q=1')).toBe('image/png');
    expect(mimeTypeOf(undefined)).toBeUndefined();
  });

  it('ignores a parameter named __proto__', () => {
    expect(Object.getPrototypeOf(parseContentType('a/b; __proto__=x')?.parameters)).toBe(Object.prototype);
  });
});

it.each([
  ['https://x.org/a/%C3%BC.pdf?b', 'ü.pdf'],
  ['https://x.org/%E4.pdf', 'ä.pdf'],
  ['https://x.org/%E2%82.pdf', '%E2%82.pdf'],
  ['https://x.org/a%0A.pdf', 'a%0A.pdf'],
  ['https://x.org/', undefined],
])('the file name in %s is %j', (url, name) => {
  expect(fileNameInUrl(url)).toBe(name);
});

describe('Content-Disposition', () => {
  it.each<[header: string | undefined, expected: unknown]>([
    [undefined, null],
    [' ', null],
    ['inline', { type: 'inline' }],
    ['Attachment; filename="my file.pdf"', { type: 'attachment', filename: 'my file.pdf' }],
    [`attachment; filename="old.txt"; filename*=UTF-8''my%20file.txt`, { type: 'attachment', filename: 'my file.txt' }],
    ['attachment; filename*=plain.txt', { type: 'attachment', filename: 'plain.txt' }],
    ['filename="test.txt"', { type: 'attachment', filename: 'test.txt' }],
    ['attachment; filename="a=b;c.pdf"; size=5', { type: 'attachment', filename: 'a=b;c.pdf' }],
    [';;', { type: '' }],
    ['attachment; filename="open', { type: 'attachment', filename: '"open' }],
    [`attachment; filename*="UTF-8''r%C3%A9sum%C3%A9.pdf"`, { type: 'attachment', filename: 'résumé.pdf' }],
    [`attachment; filename*=iso-8859-1'en'%A3%20rates.txt`, { type: 'attachment', filename: '£ rates.txt' }],
    // A sequence that is cut, or characters that no name has: the plain name counts.
    [`attachment; filename="rates.txt"; filename*=UTF-8''%E2%82`, { type: 'attachment', filename: 'rates.txt' }],
    [`attachment; filename*=UTF-8''%E2%82%AC%E2%82; filename="rates.txt"`, { type: 'attachment', filename: 'rates.txt' }],
    [`attachment; filename*=UTF-8''a%00b%0D%0A.txt; filename=plain.txt`, { type: 'attachment', filename: 'plain.txt' }],
    [`attachment; filename*=iso-8859-1''%82; filename=plain.txt`, { type: 'attachment', filename: 'plain.txt' }],
    [`attachment; filename*=UTF-8''%E2%82`, { type: 'attachment' }],
    [`attachment; filename*=UTF-8''%zz; filename=plain.txt`, { type: 'attachment', filename: 'plain.txt' }],
    [`attachment; filename*=UTF-8''100%25.txt; filename=plain.txt`, { type: 'attachment', filename: '100%.txt' }],
    ['attachment; filename="%E2%82.txt"', { type: 'attachment', filename: '%E2%82.txt' }],
    ['attachment; filename="a%0D%0Ab.txt"', { type: 'attachment', filename: 'a%0D%0Ab.txt' }],
    // UTF-8, as a client reads it that takes each byte for a character.
    ['attachment; filename="M\xC3\xBCller report.pdf"', { type: 'attachment', filename: 'Müller report.pdf' }],
    ['attachment; filename=\xE6\x97\xA5\xE6\x9C\xAC.txt', { type: 'attachment', filename: '日本.txt' }],
    ['attachment; filename="Müller.pdf"', { type: 'attachment', filename: 'Müller.pdf' }],
    ['attachment; filename="Ã¼ 日本.pdf"', { type: 'attachment', filename: 'Ã¼ 日本.pdf' }],
  ])('%j', (header, expected) => {
    expect(parseContentDisposition(header)).toEqual(expected);
  });
});
