// Creates an engine on a data folder with the server's settings, credentials and addresses.
import { createEngine, type Engine } from '../engine.ts';
import { InstanceAddresses } from '../settings/addresses.ts';
import { executionSettingsOf, fileRulesOf, nodeChoiceOf, sandboxOptionsOf, webhookSettingsOf } from '../settings/derived.ts';
import { readSettings } from '../settings/read-settings.ts';
import { isKeyInUse } from '../store/index.ts';
import { keyOf } from '../vault/key-file.ts';
import { resumeUrls } from '../webhooks/index.ts';

/** The key that seals the credentials of a data folder. Throws VAULT_LOCKED, and BAD_REQUEST for contradictory settings. */
export function masterKeyOf(dataDir: string): string {
  const { encryptionKey } = readSettings(process.env);
  return encryptionKey === '' ? keyOf(dataDir, () => isKeyInUse(dataDir)) : encryptionKey;
}

/** Throws BAD_REQUEST for invalid settings. */
export function createInstanceEngine(dataDir: string): Engine {
  const settings = readSettings(process.env);
  const masterKey = (): string => masterKeyOf(dataDir);
  return createEngine({
    dataDir,
    keepsData: true,
    durability: settings.durability,
    masterKey,
    environment: process.env,
    nodeTypes: nodeChoiceOf(settings),
    files: fileRulesOf(settings, dataDir, process.env),
    sandbox: sandboxOptionsOf(settings),
    saving: {
      saveDataErrorExecution: settings.saveOnError,
      saveDataSuccessExecution: settings.saveOnSuccess,
      saveManualExecutions: settings.saveManual,
      saveExecutionProgress: settings.saveProgress,
    },
    settings: {
      ...executionSettingsOf(settings, process.env),
      // The server on this folder resumes the execution.
      resumeUrl: (endpoint, id) => {
        const webhooks = webhookSettingsOf(settings, new InstanceAddresses(settings), masterKey(), []);
        return resumeUrls(webhooks)(endpoint, id);
      },
    },
  });
}
