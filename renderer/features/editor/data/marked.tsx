// A text in which what was searched for is marked.
import type { ReactNode } from 'react';
import { markedParts } from './search.ts';

export function Marked({ text, word }: { readonly text: string; readonly word: string }): ReactNode {
  if (word === '') return text;
  return markedParts(text, word).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
