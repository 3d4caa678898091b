// Chunks of texts.
import { describe, expect, it } from 'vitest';
import { separatorsOf, languages } from './separators.ts';
import { splitAt, splitRecursively } from './split-text.ts';

const { signal } = new AbortController();

describe('splitting at the best separator', () => {
  it.each<[string, number, number, readonly string[]]>([
    ['', 10, 0, []],
    [' \n ', 10, 0, []],
    ['short', 10, 2, ['short']],
    ['one two three four', 9, 0, ['one two', 'three', 'four']],
    ['one two three four', 10, 4, ['one two', 'two three', 'four']],
    ['First.\n\nSecond part.', 12, 0, ['First.', 'Second part.']],
    ['Title\n\nA line\nand another one', 16, 0, ['Title', 'A line', 'and another one']],
    ['abcdefgh', 4, 2, ['abcd', 'cdef', 'efgh']],
    ['abcdefgh', 4, 3, ['abcd', 'bcde', 'cdef', 'defg', 'efgh']],
  ])('%j in chunks of %d with %d in common', async (text, size, overlap, expected) => {
    expect(await splitRecursively(text, { size, overlap }, signal)).toEqual(expected);
  });

  it('does not cut a character that is a pair of surrogates', async () => {
    expect(await splitRecursively('abc😀def', { size: 4, overlap: 0 }, signal)).toEqual(['abc', '😀de', 'f']);
    expect(await splitRecursively('😀😀', { size: 1, overlap: 0 }, signal)).toEqual(['😀', '😀']);
  });

  it('loses nothing, and keeps to the limit', async () => {
    const text = Array.from(
      { length: 500 },
      (_, index) => `word${index}${index % 7 === 0 ? '\n' : ' '}${index % 50 === 0 ? '\n\n' : ''}`,
    ).join('');
    const chunks = await splitRecursively(text, { size: 100, overlap: 20 }, signal);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(100);
    for (let index = 0; index < 500; index++) expect(chunks.some((chunk) => chunk.includes(`word${index}`))).toBe(true);
  });

  it('splits a long text without blocking', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const chunks = await splitRecursively('word '.repeat(1_000_000), { size: 1000, overlap: 200 }, signal);
    clearInterval(timer);
    expect(chunks.length).toBeGreaterThan(5000);
    expect(turns).toBeGreaterThan(1);
  });

  it('stops with the run', async () => {
    const aborted = AbortSignal.abort(new Error('Stopped'));
    await expect(splitRecursively('word '.repeat(1_000_000), { size: 1000, overlap: 200 }, aborted)).rejects.toThrow('Stopped');
  });
});

describe('splitting at one separator', () => {
  it.each<[string, string, number, number, readonly string[]]>([
    ['a,b,c', ',', 3, 0, ['a,b', 'c']],
    ['a,b,c', ',', 3, 1, ['a,b', 'b,c']],
    ['a long part,b', ',', 3, 0, ['a long part', 'b']],
    ['abcdef', '', 4, 1, ['abcd', 'def']],
    ['no separator', '|', 4, 0, ['no separator']],
  ])('%j at %j in chunks of %d with %d in common', async (text, separator, size, overlap, expected) => {
    expect(await splitAt(text, separator, { size, overlap }, signal)).toEqual(expected);
  });
});

describe('separators', () => {
  it.each<[string, number, string, readonly string[]]>([
    ['markdown', 20, 'Intro\n# One\ntext of one\n# Two\ntext of two', ['Intro', '# One\ntext of one', '# Two\ntext of two']],
    [
      'python',
      25,
      'import os\ndef one():\n  return 1\ndef two():\n  return 2',
      ['import os', 'def one():\n  return 1', 'def two():\n  return 2'],
    ],
    ['html', 24, '<div><p>First text</p><p>Second text</p></div>', ['<div><p>First text</p>', '<p>Second text</p></div>']],
    ['latex', 24, 'Intro\n\\section{One} first\n\\section{Two} second', ['Intro', '\\section{One} first', '\\section{Two} second']],
  ])('of %s in chunks of %d', async (language, size, text, expected) => {
    expect(await splitRecursively(text, { size, overlap: 0 }, signal, separatorsOf(language))).toEqual(expected);
  });

  it('exist for every language, and end with any place', () => {
    for (const language of languages) expect(separatorsOf(language)?.at(-1)).toBe('');
    expect(separatorsOf('toString')).toBeUndefined();
  });
});
