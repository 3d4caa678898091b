// A text with highlighted search matches.
import type { ReactNode } from 'react';

export function Marked({ text, word }: { readonly text: string; readonly word: string }): ReactNode {
  if (word === '') return text;
  return markedParts(text, word).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** Splits a text at the occurrences of a word; every second part is an occurrence. */
export function markedParts(text: string, word: string): readonly string[] {
  if (word === '') return [text];
  const lower = text.toLowerCase();
  const needle = word.toLowerCase();
  // If lower-casing changes the length of the text, nothing is marked.
  if (lower.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(needle); at >= 0 && parts.length < 100; at = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length));
    from = at + needle.length;
  }
  return [...parts, text.slice(from)];
}
