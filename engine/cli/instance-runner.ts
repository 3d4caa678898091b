// Creates an engine for the saved workflows of a data folder, with the server's settings, credentials and addresses.
import { createRunner, type Runner } from '../runner.ts';
import { InstanceAddresses } from '../settings/addresses.ts';
import { webhookSettingsOf } from '../settings/derived.ts';
import { GENERAL, withStored } from '../settings/general-settings.ts';
import { ownEnvironment, ownSettings } from '../settings/own-environment.ts';
import { resumeUrls } from '../webhooks/index.ts';
import { executionPage } from '../services/executions/error-runs.ts';
import { installationFor, withStore } from './data-folder.ts';
import { packagesOf, runsOf, serverUrls, type Processes } from './file-runner.ts';

/** Runs saved workflows like the server. Throws BAD_REQUEST for invalid settings, STORE_FAILED. */
export async function createInstanceRunner(dataDir: string, processes: Processes = {}): Promise<Runner> {
  const { stored, addressSecret } = await withStore(dataDir, async (store) => ({
    stored: await store.settings.get(GENERAL),
    addressSecret: (await installationFor(store, dataDir)).addressSecret,
  }));
  const settings = withStored(ownSettings(), ownEnvironment(), stored);
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
    executionUrl: (workflowId, id) => executionPage(serverUrls(settings, dataDir).editor, workflowId, id),
    settings: {
      ...runs.settings,
      // Resume URLs lead to the server that uses this folder.
      resumeUrl: (endpoint, id) => {
        const webhooks = webhookSettingsOf(settings, new InstanceAddresses(settings), addressSecret, []);
        return resumeUrls({ ...webhooks, baseUrl: () => serverUrls(settings, dataDir).webhooks.slice(0, -1) })(endpoint, id);
      },
    },
  });
}
