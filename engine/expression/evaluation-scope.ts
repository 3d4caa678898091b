// Clock and time zone of the run, for built-ins.

/** The part of a scope that built-ins and added methods read. */
export interface EvaluationScope {
  /** IANA zone in which dates without a zone are read and shown. */
  readonly timezone: string;
  /** Milliseconds since the epoch. */
  now(): number;
}
