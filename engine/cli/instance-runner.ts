// Creates an engine for a data folder with the server's settings, credentials and addresses.
import type { SandboxOptions } from '../sandbox/index.ts';
import { createRunner, type Runner } from '../runner.ts';
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
import { installationIn, installationOf, type Installation, type Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';
import { KeyFile } from '../vault/key-file.ts';
import { resumeUrls } from '../webhooks/index.ts';

/** Returns the identity of a data folder whose store is open. Throws BAD_REQUEST for invalid settings. */
export async function installationFor(store: Store, dataDir: string): Promise<Installation> {
  const settings = readSettings(process.env);
  const { keeper } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: false, warn: () => undefined });
  return installationOf(store.settings, await keeper.keyFromBefore());
}

/** Throws BAD_REQUEST for invalid settings. */
export function createInstanceRunner(dataDir: string, processes: Pick<SandboxOptions, 'launch'> = {}): Runner {
  const settings = readSettings(process.env);
  return createRunner({
    dataDir,
    keepsData: true,
    durability: settings.durability,
    migrationBackups: settings.migrationBackups,
    vault: settings,
    dataTablesMiB: settings.dataTablesMiB,
    secrets: { path: settings.secretsPath, envPrefix: settings.secretsEnvPrefix },
    environment: process.env,
    nodeTypes: nodeChoiceOf(settings),
    ...(settings.usesCommunityPackages
      ? {
          packages: {
            ...packageRunsOf(settings),
            prefers: packagePreferenceOf(settings),
            instanceUrl: () => new InstanceAddresses(settings).webhookUrl.slice(0, -1),
            instanceId: async (store: Store) => (await installationFor(store, dataDir)).id,
            ...processes,
          },
        }
      : {}),
    files: fileRulesOf(settings, dataDir, process.env),
    sandbox: { ...sandboxOptionsOf(settings), ...processes },
    saving: {
      saveDataErrorExecution: settings.saveOnError,
      saveDataSuccessExecution: settings.saveOnSuccess,
      saveManualExecutions: settings.saveManual,
      saveExecutionProgress: settings.saveProgress,
    },
    settings: {
      ...executionSettingsOf(settings, process.env),
      // Resume URLs lead to the server that uses this folder.
      resumeUrl: (endpoint, id) => {
        const { addressSecret } = installationIn(dataDir, () => settings.encryptionKey || new KeyFile(dataDir).read());
        const webhooks = webhookSettingsOf(settings, new InstanceAddresses(settings), addressSecret, []);
        return resumeUrls(webhooks)(endpoint, id);
      },
    },
  });
}
