// Turns failures of an installation into errors that say what to do.
import { AppError } from '../../contract/errors.ts';
import { isNewer } from './package-name.ts';
import { silenceOf, type RegistryOptions } from './registry-options.ts';

export const noNodes = (name: string): AppError =>
  new AppError('BAD_REQUEST', `The package ${name} contains no nodes.`, {
    params: { package: name },
    hint: 'Its package.json has no list of nodes under "n8n". Check the name.',
  });

/** Whether writing failed because of permissions, lack of space, or a file in use. */
export const isOfDisk = (error: unknown): boolean => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EBUSY'].includes(code) && syscall !== 'connect';
};

export function notWritten(code: 'PACKAGE_NOT_INSTALLED' | 'PACKAGE_FAILED', cause: unknown, name: string, folder: string): AppError {
  const reason = String((cause as NodeJS.ErrnoException).code);
  return new AppError(code, `The folder of packages ${folder} cannot be changed (${reason}).`, {
    params: { package: name },
    hint: 'Check who may write to it, and the free space of the disk.',
    cause,
  });
}

/** Error codes and types of npm's library for a registry that has stopped sending data. */
const stalls: ReadonlySet<unknown> = new Set([
  'EIDLETIMEOUT',
  'ERESPONSETIMEOUT',
  'ETRANSFERTIMEOUT',
  'ECONNECTIONTIMEOUT',
  'ETIMEDOUT',
  'request-timeout',
  'body-timeout',
]);

/** Error codes of TLS for a certificate whose authority is not known. */
const untrusted: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Returns the address of the registry without its user name, password and query. */
function addressOf(registry: string): string {
  const { origin, pathname } = new URL(registry);
  return `${origin}${pathname}`;
}

/** Removes the URL of the request from an error message of npm's library. */
export const reasonOf = (message: string): string => /, reason: (.+)$/s.exec(message)?.[1]?.trim() || message;

/** Returns an error of npm's library as one that says what to do. */
export function explained(error: unknown, name: string, options: RegistryOptions): unknown {
  if (error instanceof AppError) return error;
  if (isOfDisk(error)) return notWritten('PACKAGE_NOT_INSTALLED', error, name, options.folder);
  const { code, type, message } = error as { code?: string; type?: unknown; message: string };
  const notInstalled = (message: string, hint: string): AppError =>
    new AppError('PACKAGE_NOT_INSTALLED', message, { params: { package: name }, hint, cause: error });
  if (stalls.has(code) || stalls.has(type)) {
    return notInstalled(
      `The package "${name}" could not be fetched: the registry ${addressOf(options.registry)} sent nothing for ${silenceOf(options) / 1000} s.`,
      'Try again later, check the connection and the proxy, or set another registry (MILLRACE_PACKAGE_REGISTRY).',
    );
  }
  if (type === 'system' && untrusted.has(code ?? '')) {
    return notInstalled(
      `The registry ${addressOf(options.registry)} cannot be trusted: its certificate, or that of a proxy on the way, comes from an unknown authority (${code}).`,
      'If your organization has an authority of its own, add its certificate to the certificates of the system, ' +
        'or name its file in NODE_EXTRA_CA_CERTS or in the cafile of npm. Then start Millrace again.',
    );
  }
  if (type === 'system') {
    return notInstalled(
      `The registry ${addressOf(options.registry)} cannot be reached: ${reasonOf(message)}.`,
      'Check the connection to the internet and the proxy, or set another registry (MILLRACE_PACKAGE_REGISTRY).',
    );
  }
  if (code === 'E404') return packageMissing(error, name);
  if (code === 'ETARGET') return versionMissing(error as MissingVersion, name);
  if (code === 'EINTEGRITY') {
    return notInstalled(
      `A file of the package "${name}" does not match its hash, and was not used.`,
      'Try again. If it happens again, the registry or a proxy changes files.',
    );
  }
  return notInstalled(
    `The package "${name}" could not be fetched: ${message.replace(/(?<![.!?])$/, '.')}`,
    'Check the connection to the registry, and the free space of the disk.',
  );
}

/** Error for a package that is not in the registry: the requested one or a dependency. npm's error contains it as `name@range`. */
function packageMissing(error: unknown, name: string): AppError {
  const { pkgid } = error as { readonly pkgid?: unknown };
  const missing = pkgid === undefined ? undefined : /^(@?[^@]+)/.exec(String(pkgid))?.[1];
  const params = { package: name };
  if (missing === undefined || missing === name) {
    return new AppError('PACKAGE_NOT_FOUND', `The registry has no package "${name}".`, {
      params,
      hint: 'Check the spelling of the name.',
      cause: error,
    });
  }
  return new AppError('PACKAGE_NOT_INSTALLED', `${name} needs ${missing}, which the registry does not have.`, {
    params,
    hint: `Use another version of ${name}, or tell its authors. If ${missing} is in another registry, set MILLRACE_PACKAGE_REGISTRY.`,
    cause: error,
  });
}

/** Error of npm's library for a version that the registry does not have. */
export interface MissingVersion extends Error {
  /** Name of the package. */
  readonly name: string;
  /** Requested version or range. */
  readonly wanted?: string;
  /** Available versions. */
  readonly versions?: readonly string[];
}

function versionMissing(error: MissingVersion, name: string): AppError {
  const { name: missing, wanted: requested = '', versions = [] } = error;
  const available = nearest(versions, requested);
  const isNeeded = missing !== name;
  const instead = available === undefined ? '' : ` The nearest is ${available}.`;
  const override = available === undefined ? 'another version of it' : `${available} of it`;
  return new AppError(
    'PACKAGE_NOT_INSTALLED',
    isNeeded
      ? `${name} needs ${missing} ${requested}, which the registry does not have.${instead}`
      : `The registry has no version ${requested === '' ? 'latest' : requested} of ${name}.${instead}`,
    {
      params: { package: name },
      hint: isNeeded
        ? `Use ${override} (an override: ${missing}=${available ?? 'version'}), or an older version of ${name}.`
        : `Ask for ${available ?? 'another version'}.`,
      cause: error,
    },
  );
}

/**
 * Returns the version that is most likely to work in place of a version or range: of the same major version (below 1.0.0, the same minor one) the next
 * higher, otherwise the next lower one; otherwise the neighbour with the nearer major version. For other texts, returns the newest version. Undefined
 * if there are none. Early versions (`1.0.0-beta`) are left out if others exist, unless an early version is requested.
 */
export function nearest(versions: readonly string[], requested: string): string | undefined {
  const ordered = versions.filter((each) => exact.test(each)).toSorted((one, other) => (isNewer(one, other) ? 1 : -1));
  const [, major, minor = '0', patch = '0', early = ''] = /^[\s<>=~^v]*(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?/.exec(requested) ?? [];
  const released = ordered.filter((each) => !each.includes('-'));
  const candidates = released.length === 0 || early !== '' ? ordered : released;
  if (major === undefined) return candidates.at(-1);
  const base = `${major}.${minor}.${patch}${early}`;
  const isBelow = (version: string): boolean => isNewer(base, version);
  const line = major === '0' ? `0.${minor}.` : `${major}.`;
  const near = candidates.filter((each) => each.startsWith(line));
  const inLine = near.find((each) => !isBelow(each)) ?? near.at(-1);
  if (inLine !== undefined) return inLine;
  const [lower, higher] = [candidates.findLast(isBelow), candidates.find((each) => !isBelow(each))];
  const distance = (version: string): number => Math.abs(Number.parseInt(version, 10) - Number(major));
  if (lower === undefined || higher === undefined) return lower ?? higher;
  return distance(lower) < distance(higher) ? lower : higher;
}

/** A version as the registry has it. */
const exact = /^\d+\.\d+\.\d+/;
