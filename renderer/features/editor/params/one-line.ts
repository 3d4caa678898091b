// Texts of several lines in a field of one: line ends are shown as pipes, and stay line ends when the text around them is changed.

const parts = (text: string): readonly string[] => text.match(/\r?\n|[^]/gu) ?? [];

const shown = (part: string): string => (part.endsWith('\n') ? '|' : part);

export const onOneLine = (text: string): string => text.replaceAll(/\r?\n/g, '|');

/** The text after its single line was changed to `after`: what stands before and behind the change is as it was. */
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
