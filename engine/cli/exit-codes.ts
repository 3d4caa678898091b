// Exit codes of the command line.

export const exitCodes = {
  success: 0,
  workflowFailed: 1,
  /** Part of the command failed; the rest was done. */
  incomplete: 1,
  /** An unexpected error. */
  failed: 1,
  badUse: 2,
} as const;
