// Exit codes of the command line.

export const exitCodes = {
  success: 0,
  workflowFailed: 1,
  /** Something of what was asked for could not be done, the rest is. */
  incomplete: 1,
  /** Something went wrong that no command reports by itself. */
  failed: 1,
  badUse: 2,
} as const;
