// The result of a scenario, and its output.
export interface Report {
  readonly name: string;
  readonly rounds: number;
  /** Number of calls made. */
  readonly calls: number;
  /** One sentence per violated guarantee. */
  readonly problems: readonly string[];
  /** Why the scenario did not run on this machine. */
  readonly skipped?: string;
}

export const head = `${'scenario'.padEnd(34)}${'rounds'.padStart(8)}${'calls'.padStart(10)}${'problems'.padStart(10)}`;

export function formatReport({ name, rounds, calls, problems, skipped }: Report): string {
  const row = `${name.padEnd(34)}${String(rounds).padStart(8)}${String(calls).padStart(10)}${String(problems.length).padStart(10)}`;
  if (skipped !== undefined) return `${name.padEnd(34)} skipped: ${skipped}`;
  return [row, ...problems.slice(0, 20).map((problem) => `  ${problem}`)].join('\n');
}
