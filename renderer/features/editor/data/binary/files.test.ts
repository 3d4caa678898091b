import { describe, expect, it } from 'vitest';
import type { BinaryEntry } from '../../../../../engine/contract/run-data.ts';
import { bytesOf, fileKind, fileNameOf, filePath, filesOf, sizeText } from './files.ts';

const entry = (more: Partial<BinaryEntry>): BinaryEntry => ({ data: '', mimeType: 'text/plain', ...more });

describe('files of items', () => {
  it.each([
    ['image/png', 'image'],
    ['image/svg+xml', 'image'],
    ['audio/mpeg', 'audio'],
    ['video/mp4; codecs=x', 'video'],
    ['application/pdf', 'pdf'],
    ['application/ld+json', 'json'],
    ['text/html; charset=utf-8', 'html'],
    ['TEXT/CSV', 'text'],
    ['application/xml', 'text'],
    ['application/zip', 'other'],
    ['', 'other'],
  ])('%s is %s', (mimeType, kind) => expect(fileKind({ mimeType })).toBe(kind));

  it('are listed in the order of the items', () => {
    const a = entry({});
    const b = entry({ mimeType: 'image/png' });
    expect(filesOf([{ json: {}, binary: { a } }, { json: {} }, { json: {}, binary: { a, b } }], 0, 3)).toEqual([
      { item: 0, name: 'a', entry: a },
      { item: 2, name: 'a', entry: a },
      { item: 2, name: 'b', entry: b },
    ]);
  });

  it.each([
    [{ fileName: 'x.txt' }, 'x.txt'],
    [{ fileExtension: 'png' }, 'data.png'],
    [{}, 'data'],
  ])('%j is saved as %s', (more, name) => expect(fileNameOf({ item: 0, name: 'data', entry: entry(more) })).toBe(name));

  it('are requested by their ids, which are encoded', () => {
    const path = filePath({ item: 0, name: 'data', entry: entry({ id: '../x?y', fileName: 'a&b' }) }, 'view');
    expect(path).toBe('data/..%2Fx%3Fy?action=view&mimeType=text%2Fplain&fileName=a%26b');
  });

  it.each([
    [{ fileSize: '3 kB' }, '3 kB'],
    [{ bytes: 12, id: 'x' }, '12 B'],
    [{ bytes: 1_500_000 }, '1.5 MB'],
    [{ data: 'aGVsbG8=' }, '5 B'],
    [{ id: 'x' }, undefined],
  ])('the size of %j is shown as %s', (more, text) => expect(sizeText(entry(more))).toBe(text));

  it('are decoded from base64', () => expect([...bytesOf('AAH/')]).toEqual([0, 1, 255]));
});
