// What checks have found in a text, and the text with placeholders in its place.
export interface Finding {
  /** Name of the placeholder. */
  readonly kind: string;
  readonly text: string;
  /** Index of its first character. */
  readonly start: number;
}

/** Returns the text with `<KIND>` in place of each finding. Of two that overlap, the longer one counts. */
export function withPlaceholders(text: string, findings: readonly Finding[]): string {
  const chosen: Finding[] = [];
  for (const finding of findings.toSorted((one, other) => other.text.length - one.text.length)) {
    const end = finding.start + finding.text.length;
    if (chosen.every(({ start, text: other }) => end <= start || finding.start >= start + other.length)) chosen.push(finding);
  }
  let result = '';
  let from = 0;
  for (const { kind, start, text: found } of chosen.toSorted((one, other) => one.start - other.start)) {
    result += `${text.slice(from, start)}<${kind}>`;
    from = start + found.length;
  }
  return result + text.slice(from);
}
