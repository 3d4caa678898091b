// What came of one case: passed when there is no failure.

export interface CaseResult {
  readonly id: string;
  /** Node, function or level the case belongs to. */
  readonly group: string;
  readonly failure?: string;
}
