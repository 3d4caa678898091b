import { expect, it } from 'vitest';
import { markedParts } from './marked.tsx';

it.each([
  ['Rome', 'o', ['R', 'o', 'me']],
  ['aaa', 'A', ['', 'a', '', 'a', '', 'a', '']],
  ['none', 'x', ['none']],
  ['all', '', ['all']],
  ['İstanbul', 'i', ['İstanbul']],
])('splits %s at each %s', (text, word, parts) => expect(markedParts(text, word)).toEqual(parts));
