// How npm's library reaches the registry.
import { join } from 'node:path';
import { authorities } from './authorities.ts';

export interface RegistryOptions {
  /** Absolute path of the packages folder, which is created if needed. */
  readonly folder: string;
  /** URL of the registry. */
  readonly registry: string;
  /** Milliseconds without data until a request fails. Default: 30,000. */
  readonly silence?: number;
}

export const silenceOf = ({ silence = 30_000 }: RegistryOptions): number => silence;

/** Returns the folder for downloads from the registry, below the folder of packages. It is removed after a successful installation. */
export const cacheFolder = (folder: string): string => join(folder, '.cache');

/** A user is waiting, so failed requests are repeated only once, after a second. */
export const libraryOptions = (options: RegistryOptions) => ({
  registry: options.registry,
  cache: cacheFolder(options.folder),
  timeout: silenceOf(options),
  ca: authorities(),
  fetchRetries: 1,
  fetchRetryFactor: 1,
  fetchRetryMintimeout: 1000,
  fetchRetryMaxtimeout: 1000,
});
