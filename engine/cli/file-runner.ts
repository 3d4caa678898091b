// Creates an engine for workflow files, with the server's settings. It may use the packages of a data folder, but no credentials.
import type { SandboxOptions } from '../sandbox/index.ts';
import { defaultDataDir } from '../data-dir.ts';
import { createRunner, type Runner, type RunnerConfig } from '../runner.ts';
import type { PackageChoice } from '../runner-packages.ts';
import {
  executionSettingsOf,
  nodeChoiceOf,
  packagePreferenceOf,
  packageRunsOf,
  reachSettingsOf,
  sandboxOptionsOf,
} from '../settings/derived.ts';
import { ownEnvironment, ownSettings } from '../settings/own-environment.ts';
import { isReachable } from '../settings/reachable.ts';
import type { ServerSettings } from '../settings/table.ts';
import { serverUrls } from './server-urls.ts';
import { text } from './text.ts';

export type Processes = Pick<SandboxOptions, 'launch'>;

/** What all runs on this computer have in common. */
export function runsOf(settings: ServerSettings, dataDir: string, processes: Processes) {
  const environment = ownEnvironment();
  return {
    dataDir,
    durability: settings.durability,
    migrationBackups: settings.migrationBackups,
    binaryMiB: settings.binaryMiB,
    dataTablesMiB: settings.dataTablesMiB,
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
    instanceId: async (store) => {
      // Loaded on demand, since most workflow files need no packages.
      const { installationFor } = await import('./installation.ts');
      return (await installationFor(store, dataDir)).id;
    },
    ...processes,
  } satisfies PackageChoice,
  packageHint: (name: string) => text('package.missing', { name, folder: dataDir === defaultDataDir() ? '' : ` --data-dir "${dataDir}"` }),
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
