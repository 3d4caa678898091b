// A text with marked search matches.
import type { ReactNode } from 'react';
import type { Mark } from '../../lib/search/match-text.ts';

export function MarkedText({ text, marks = [] }: { readonly text: string; readonly marks?: readonly Mark[] }): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
