// Exit codes of the command line.

export const exitCodes = { success: 0, workflowFailed: 1, badUse: 2 } as const;
