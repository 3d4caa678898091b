// Errors that only tell the code of an aborted call to end.
const stopErrors = new WeakSet<object>();

export function stopError(reason: string): Error {
  const error = new Error(reason);
  stopErrors.add(error);
  return error;
}

/** Whether an error only asks the code of an aborted call to end. */
export const isStopError = (error: unknown): boolean => typeof error === 'object' && error !== null && stopErrors.has(error);
