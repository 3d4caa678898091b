// Creates an engine for workflow files, with the server's settings. It may use the packages of a data folder, but no credentials.
import { createRunner, type Runner, type RunnerConfig } from '../runner.ts';
import type { PackageChoice } from '../runner-packages.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import { InstanceAddresses } from '../settings/addresses.ts';
import {
  executionSettingsOf,
  fileStorageOf,
  nodeChoiceOf,
  packagePreferenceOf,
  packageRunsOf,
  reachSettingsOf,
  sandboxOptionsOf,
} from '../settings/derived.ts';
import { ownEnvironment, ownSettings } from '../settings/own-environment.ts';
import { LocalAddressFile } from '../vault/local-address.ts';
import { isReachable } from '../settings/reachable.ts';
import type { ServerSettings } from '../settings/table.ts';
import { isServerRunning } from '../store/index.ts';
import { modelLimitsOf } from '../services/models/index.ts';
import { installationFor, sameFolder } from './data-folder.ts';
import { text } from './text.ts';

export type Processes = Pick<SandboxOptions, 'launch'>;

/** What all runs on this computer have in common. */
export function runsOf(settings: ServerSettings, dataDir: string, processes: Processes) {
  const environment = ownEnvironment();
  return {
    dataDir,
    database: settings.database,
    durability: settings.durability,
    migrationBackups: settings.migrationBackups,
    usesSharing: settings.usesSharing,
    fileStorage: fileStorageOf(settings),
    isDiskShared: settings.database !== '',
    binaryMiB: settings.binaryMiB,
    dataTablesMiB: settings.dataTablesMiB,
    modelLimits: modelLimitsOf(settings),
    environment,
    nodeTypes: nodeChoiceOf(settings),
    reach: { ...reachSettingsOf(settings, dataDir, environment), isReachable: isReachable(settings) },
    sandbox: { ...sandboxOptionsOf(settings), ...processes },
    settings: executionSettingsOf(settings, environment),
  } satisfies RunnerConfig;
}

/** The packages that are installed in a data folder. */
export const packagesOf = (settings: ServerSettings, dataDir: string, processes: Processes) => ({
  packages: {
    ...packageRunsOf(settings),
    prefers: packagePreferenceOf(settings),
    instanceUrl: () => serverUrls(settings, dataDir).editor.slice(0, -1),
    instanceId: async (store) => (await installationFor(store, dataDir)).id,
    ...processes,
  } satisfies PackageChoice,
  packageHint: (name: string) => text('package.missing', { name, folder: sameFolder(dataDir) }),
});

/** Runs workflow files, which get no credentials. `keepsData`: whether to use the data folder and its packages. Throws BAD_REQUEST for invalid settings. */
export function createFileRunner(dataDir: string, keepsData: boolean, processes: Processes): Runner {
  const settings = ownSettings();
  return createRunner({
    ...runsOf(settings, dataDir, processes),
    keepsData,
    ...(keepsData ? packagesOf(settings, dataDir, processes) : { packageHint: (name: string) => text('package.noFolder', { name }) }),
  });
}

interface ServerUrls {
  /** URL of the editor for links to other people. Both URLs end with a slash. */
  readonly editor: string;
  readonly webhooks: string;
}

/**
 * Returns the addresses of the running server, whose host and port may come from its own options and environment, or if none runs, the addresses of the
 * settings.
 */
export function serverUrls(settings: ServerSettings, dataDir: string): ServerUrls {
  const running = isServerRunning(dataDir) ? new LocalAddressFile(dataDir).read() : undefined;
  const addresses = new InstanceAddresses(settings);
  return { editor: running?.sharedUrl ?? addresses.editor('others').url, webhooks: running?.webhookUrl ?? addresses.webhooks.url };
}
