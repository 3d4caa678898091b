// The result of one case: passed if there is no failure.

export interface CaseResult {
  readonly id: string;
  /** Node, function or level that the case belongs to. */
  readonly group: string;
  readonly failure?: string;
}

/** Short name of a case: its id without the title that facts contain. */
export function caseId({ id }: CaseResult): string {
  return id.replace(/^([0-9a-f]{12}) .*$/s, '$1');
}
