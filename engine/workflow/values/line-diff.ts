// Compares two texts line by line.

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Maximum size of the table of compared lines. Beyond it, all lines between the common ends count as replaced. */
const MAX_CELLS = 1_000_000;

/** Returns the lines of both texts; of a replaced part, the removed lines first. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [older, newer] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(older.length, newer.length) && older[start] === newer[start]) start++;
  let end = 0;
  while (end < Math.min(older.length, newer.length) - start && older.at(-1 - end) === newer.at(-1 - end)) end++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(newer.slice(0, start)),
    ...middle(older.slice(start, older.length - end), newer.slice(start, newer.length - end)),
    ...same(newer.slice(newer.length - end)),
  ];
}

/** Compares two texts line by line, by their longest common subsequence. */
function middle(older: readonly string[], newer: readonly string[]): DiffLine[] {
  const [rows, columns] = [older.length, newer.length];
  const removed = (text: string | undefined): DiffLine => ({ kind: 'removed', text: text ?? '' });
  const added = (text: string | undefined): DiffLine => ({ kind: 'added', text: text ?? '' });
  if (rows * columns > MAX_CELLS) return [...older.map(removed), ...newer.map(added)];
  const width = columns + 1;
  // Length of the longest common subsequence of the lines from `row` and from `column` on.
  const common = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      common[row * width + column] =
        older[row] === newer[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && older[row] === newer[column]) {
      lines.push({ kind: 'same', text: newer[column] ?? '' });
      row++;
      column++;
    } else if (row < rows && (column === columns || at(row + 1, column) >= at(row, column + 1))) lines.push(removed(older[row++]));
    else lines.push(added(newer[column++]));
  }
  return lines;
}
