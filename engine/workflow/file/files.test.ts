// Safe file names.
import { expect, it } from 'vitest';
import { safeFileName } from './files.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a/b\\c', 'c'],
  ['a\u0000b\n<c>:"|?*.txt', 'abc.txt'],
  [' name. . ', 'name'],
  ['..', 'untitled'],
  ['dir/', 'untitled'],
  ['', 'untitled'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.log', 'console.log'],
  ['__proto__', '__proto__'],
])('%j becomes %s', (name, expected) => {
  expect(safeFileName(name)).toBe(expected);
});

it('truncates long names and keeps their extension', () => {
  const cut = safeFileName(`${'x'.repeat(300)}.json`);
  expect([cut.length, cut.endsWith('x.json')]).toEqual([255, true]);
  expect(safeFileName('y'.repeat(300))).toBe('y'.repeat(255));
  expect(safeFileName(`a.${'z'.repeat(300)}`)).toHaveLength(255);
  expect(safeFileName('', 'data.bin')).toBe('data.bin');
});
