// Errors that cross the border: of package code to the engine, and of the engine to package code.
import type { ErrorData } from '../../channel/errors.ts';
import { errorCodeOf } from '../../contract/errors.ts';
import { BaseError, NodeApiError, NodeError } from './errors.ts';

/**
 * Returns an error of package code as plain data. The message of a rejecting service is included, even if the code does not read it. Never throws,
 * although code can throw unreadable objects.
 */
export function packageErrorData(thrown: unknown): ErrorData {
  try {
    return readError(thrown);
  } catch {
    return { name: 'Error', message: 'The package failed with an error that cannot be read.' };
  }
}

function readError(thrown: unknown): ErrorData {
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: String(thrown) };
  const error = isRejection(thrown) ? new NodeApiError(undefined, thrown) : thrown;
  const { name, message, description, stack } = error as { [key: string]: unknown };
  const own = ownNames.get(error) ?? (error instanceof NodeApiError ? ownNames.get(error.cause as object) : undefined);
  const code = own?.code ?? errorCodeOf(error);
  const { context, httpCode } = error instanceof NodeError ? error : { context: undefined, httpCode: undefined };
  const { itemIndex, runIndex } = context ?? {};
  return {
    name: own?.name ?? (typeof name === 'string' ? name : 'Error'),
    message: typeof message === 'string' && message !== '' ? explained(message) : 'The package failed without a message.',
    ...(typeof description === 'string' && description !== '' ? { description: explained(description) } : {}),
    ...(typeof httpCode === 'string' ? { httpCode } : {}),
    ...(typeof itemIndex === 'number' ? { itemIndex } : {}),
    ...(typeof runIndex === 'number' ? { runIndex } : {}),
    ...(code === undefined ? {} : { code }),
    ...(typeof stack === 'string' ? { stack } : {}),
  };
}

/** Permissions of Node's permission model, by the flag that its message names. */
const permissions: Readonly<Record<string, string>> = {
  'child-process': 'start programs',
  'fs-read': 'read files of the computer',
  'fs-write': 'write files',
  addons: 'load compiled code',
  wasi: 'use WASI',
};

/** Replaces Node's advice about its flags, and leaves out the files that required a missing module, also within the message of an error that contains it. */
const explained = (message: string): string =>
  message
    .replaceAll(/\nRequire stack:(?:\n- .*)*/g, '')
    .replaceAll(/Access to this API has been restricted\. Use --allow-([a-z-]+) to manage permissions\.?/g, (whole, flag: string) => {
      const action = permissions[flag];
      return action === undefined
        ? whole
        : `Packages may not ${action}, unless you trust them with everything (MILLRACE_TRUSTED_PACKAGES).`;
    });

/** Whether an error is of a request that got a response, from the engine or from a library of the package. */
const isRejection = (error: object): boolean =>
  !(error instanceof NodeError) &&
  'response' in error &&
  typeof error.response === 'object' &&
  error.response !== null &&
  'status' in error.response;

/** Returns an error of the engine for package code. If the code does not handle it, the engine receives it back with its code. */
export function engineError({ name, message, ...rest }: ErrorData): Error {
  const error = new BaseError(message, { level: 'warning', description: rest.description });
  error.name = name;
  return Object.assign(error, rest);
}

/** The original names and codes of errors that `asNetworkError` has renamed. */
const ownNames = new WeakMap<object, Pick<ErrorData, 'name' | 'code'>>();

/** Codes of the HTTP client for what Node reports by codes of the system. */
const systemCodes: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
]);

/**
 * Gives an error of the network the name that package code expects, and the code of the system, also in `cause`. Returns other errors unchanged.
 * `timedOut`: the code for a timeout. If package code does not handle the error, the engine receives the original name and code.
 */
export function asNetworkError(error: unknown, name: string, timedOut: string): unknown {
  if (!(error instanceof BaseError) || errorCodeOf(error) !== 'NODE_REQUEST_FAILED') return error;
  const { httpCode } = error as { httpCode?: unknown };
  if (typeof httpCode !== 'string' || !/^[A-Z]/.test(httpCode)) return error;
  const system = systemCodes.get(httpCode) ?? httpCode;
  const code = system === 'ETIMEDOUT' ? timedOut : system;
  ownNames.set(error, { name: error.name, code: 'NODE_REQUEST_FAILED' });
  const cause = Object.assign(new Error(error.message), { code });
  return Object.assign(error, { name, code, cause, ...(name === 'AxiosError' ? { isAxiosError: true } : { error: cause }) });
}
