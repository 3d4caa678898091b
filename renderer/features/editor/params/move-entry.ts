// Lists whose entries change places.

/** The list with the entry at one place taken to another. */
export function withMoved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
