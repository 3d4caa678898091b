// Creates engines for a data folder, with the server's settings: for saved workflows, with credentials and addresses, or for workflow files.
import type { SandboxOptions } from '../sandbox/index.ts';
import { defaultDataDir } from '../data-dir.ts';
import { createRunner, type PackageChoice, type Runner, type RunnerConfig } from '../runner.ts';
import { InstanceAddresses } from '../settings/addresses.ts';
import {
  executionSettingsOf,
  fileRulesOf,
  nodeChoiceOf,
  packagePreferenceOf,
  packageRunsOf,
  sandboxOptionsOf,
  webhookSettingsOf,
} from '../settings/derived.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { ServerSettings } from '../settings/table.ts';
import { installationIn, installationOf, type Installation, type Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';
import { KeyFile } from '../vault/key-file.ts';
import { resumeUrls } from '../webhooks/index.ts';
import { text } from './text.ts';

/** Returns the identity of a data folder whose store is open. Throws BAD_REQUEST for invalid settings. */
export async function installationFor(store: Store, dataDir: string): Promise<Installation> {
  const settings = readSettings(process.env);
  const { keeper } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: false, warn: () => undefined });
  return installationOf(store.settings, await keeper.keyFromBefore());
}

type Processes = Pick<SandboxOptions, 'launch'>;

/** What all runs on this computer have in common. */
const runsOf = (settings: ServerSettings, dataDir: string, processes: Processes) =>
  ({
    dataDir,
    durability: settings.durability,
    migrationBackups: settings.migrationBackups,
    dataTablesMiB: settings.dataTablesMiB,
    environment: process.env,
    nodeTypes: nodeChoiceOf(settings),
    files: fileRulesOf(settings, dataDir, process.env),
    sandbox: { ...sandboxOptionsOf(settings), ...processes },
    settings: executionSettingsOf(settings, process.env),
  }) satisfies RunnerConfig;

/** The packages that are installed in a data folder. */
const packagesOf = (settings: ServerSettings, dataDir: string, processes: Processes) => ({
  packages: {
    ...packageRunsOf(settings),
    prefers: packagePreferenceOf(settings),
    instanceUrl: () => new InstanceAddresses(settings).webhookUrl.slice(0, -1),
    instanceId: async (store) => (await installationFor(store, dataDir)).id,
    ...processes,
  } satisfies PackageChoice,
  packageHint: (name: string) => text('package.missing', { name, folder: dataDir === defaultDataDir() ? '' : ` --data-dir "${dataDir}"` }),
});

/** Runs workflow files, which get no credentials. `keepsData`: whether to use the data folder and its packages. Throws BAD_REQUEST for invalid settings. */
export function createFileRunner(dataDir: string, keepsData: boolean, processes: Processes): Runner {
  const settings = readSettings(process.env);
  return createRunner({
    ...runsOf(settings, dataDir, processes),
    keepsData,
    ...(keepsData ? packagesOf(settings, dataDir, processes) : { packageHint: (name: string) => text('package.noFolder', { name }) }),
  });
}

/** Runs saved workflows like the server. Throws BAD_REQUEST for invalid settings. */
export function createInstanceRunner(dataDir: string, processes: Processes = {}): Runner {
  const settings = readSettings(process.env);
  const runs = runsOf(settings, dataDir, processes);
  return createRunner({
    ...runs,
    ...packagesOf(settings, dataDir, processes),
    keepsData: true,
    vault: settings,
    secrets: { path: settings.secretsPath, envPrefix: settings.secretsEnvPrefix },
    saving: {
      saveDataErrorExecution: settings.saveOnError,
      saveDataSuccessExecution: settings.saveOnSuccess,
      saveManualExecutions: settings.saveManual,
      saveExecutionProgress: settings.saveProgress,
    },
    settings: {
      ...runs.settings,
      // Resume URLs lead to the server that uses this folder.
      resumeUrl: (endpoint, id) => {
        const { addressSecret } = installationIn(dataDir, () => settings.encryptionKey || new KeyFile(dataDir).read());
        const webhooks = webhookSettingsOf(settings, new InstanceAddresses(settings), addressSecret, []);
        return resumeUrls(webhooks)(endpoint, id);
      },
    },
  });
}
