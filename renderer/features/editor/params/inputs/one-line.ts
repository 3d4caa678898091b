// Multi-line texts in a single-line field: line breaks are shown as `|` and restored after an edit.

const parts = (text: string): readonly string[] => text.match(/\r?\n|[^]/gu) ?? [];

const shown = (part: string): string => (part.endsWith('\n') ? '|' : part);

export const onOneLine = (text: string): string => text.replaceAll(/\r?\n/g, '|');

/** Returns the text after its single-line form was edited to `after`; line breaks outside the edit are restored. */
export function fromOneLine(before: string, after: string): string {
  const old = parts(before);
  const now = parts(after);
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && shown(old[start] as string) === now[start]) start++;
  let end = 0;
  while (end < least - start && shown(old.at(-1 - end) as string) === now.at(-1 - end)) end++;
  return [...old.slice(0, start), ...now.slice(start, now.length - end), ...old.slice(old.length - end)].join('');
}
