// What a move reports while it runs, and how it is stopped.

export interface MoveProgress {
  readonly phase: 'copying' | 'comparing';
  /** Undefined for the files of items. */
  readonly table: string | undefined;
  /** Rows so far, and of the whole table; or files. */
  readonly rows: number;
  readonly of: number;
}

export interface MoveOptions {
  readonly onProgress?: (progress: MoveProgress) => void;
  /** Ends the move between two batches or files; it can be continued. */
  readonly stop?: AbortSignal;
}
