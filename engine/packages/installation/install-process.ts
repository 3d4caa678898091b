// Starts the process that fetches a package, and ends it with its outcome, or when the installation is stopped.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Channel, type ChannelMessage, type IncomingCall } from '../../channel/channel.ts';
import { AppError } from '../../contract/errors.ts';
import type { PackageInstallation } from '../../contract/rest/packages.ts';
import { CodeProcess, type ProcessEnd } from '../../sandbox/code-process.ts';
import { confinedEntryFile } from '../../sandbox/confinement.ts';
import { frameKinds } from '../../sandbox/frames.ts';
import type { Launch } from '../../sandbox/launch.ts';
import { withHint } from '../../sandbox/pool.ts';
import type { PackageRequest } from './package-name.ts';
import type { RegistryOptions } from './registry-options.ts';

export interface InstallRequest extends PackageRequest {
  /** Versions to install in place of those that packages require, by package name. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Whether versions that the registry lacks are replaced by the nearest ones. Default: false. */
  readonly takesNearest?: boolean;
  /** Hash that the package's archive must have (`sha512-…`). Default: the hash that the registry states. */
  readonly integrity?: string;
  /** The lock of an installation on another computer, whose versions and hashes of dependencies are taken. */
  readonly lock?: string;
  /** Stops the installation, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Progress of an installation, in the form that the editor receives. */
export type InstallProgress = Omit<PackageInstallation, 'packageName'>;

export type TreeRequest = Omit<InstallRequest, 'signal'>;

/** Work for the process. */
export interface TreeWork {
  readonly options: RegistryOptions;
  /** Folder that gets `node_modules`. */
  readonly staging: string;
  readonly request: TreeRequest;
}

export interface FetchedTree {
  /** Hash of the package's archive, as the registry states it (`sha512-…`). */
  readonly integrity: string;
  /** Versions that were installed in place of those that packages require, by package name. */
  readonly overrides: Readonly<Record<string, string>>;
}

/** What the process serves. The parts of a call are its progress. */
export type InstallHandlers = { readonly fetch: (work: TreeWork, call: IncomingCall) => Promise<FetchedTree> };

/** Settles after the process has ended, when the folder no longer changes. Rejects with AppError, or with the signal's reason. */
export async function fetchInProcess(
  launch: Launch,
  work: TreeWork,
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal | undefined,
): Promise<FetchedTree> {
  signal?.throwIfAborted();
  const hostFile = realpathSync(fileURLToPath(confinedEntryFile(new URL('./install-host.ts', import.meta.url), 'install-host.js')));
  const process = new CodeProcess<ChannelMessage>(
    launch,
    { hostFile, nodeFlags: [], setup: {}, folder: 'program', hasEnvironment: true },
    () => undefined,
  );
  const channel = new Channel<InstallHandlers>(
    { send: (message) => process.send(frameKinds.message, message), ref: () => process.ref(), unref: () => process.unref() },
    {},
  );
  process.listener = {
    message: (message) => channel.receive(message),
    lost: (end) => channel.close(lostError(end, work.request.name)),
  };
  try {
    return await channel.call('fetch', work, { signal, onPart: onProgress });
  } finally {
    await process.kill();
  }
}

const lostError = (end: ProcessEnd, name: string): AppError =>
  end.reason === 'outOfMemory'
    ? new AppError('PACKAGE_NOT_INSTALLED', `The process that installs ${name} was ended, or ran out of memory.`, {
        params: { package: name },
        hint: 'Close other programs, and try again.',
      })
    : new AppError(
        'PACKAGE_NOT_INSTALLED',
        `The process that installs ${name} ${end.reason === 'notStarted' ? 'could not be started' : 'ended'}: ${'message' in end ? end.message : ''}.`,
        { params: { package: name }, hint: 'Try again.', ...(end.reason === 'notStarted' ? withHint(end) : {}) },
      );
