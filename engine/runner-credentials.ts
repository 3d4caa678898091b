// Credentials for single runs: opened when a node needs the first one; their tokens are renewed and stored like those of the server.
import { systemClock, type ExecutionPorts } from './execution/index.ts';
import { once } from './once.ts';
import { NodeError, type HttpPort, type Logger } from './sdk/index.ts';
import { usableCredential } from './services/credentials/credentials.ts';
import { ExternalSecrets, type ExternalSecretsSettings } from './services/credentials/external-secrets.ts';
import { UnsavedTokens } from './services/credentials/unsaved-tokens.ts';
import { OAuthTokens } from './services/credentials/oauth-tokens.ts';
import { opened } from './services/credentials/stored-data.ts';
import type { Store } from './store/index.ts';
import { createVault, type VaultSettings } from './vault/create.ts';

interface RunnerCredentialsConfig {
  readonly vault?: VaultSettings;
  readonly secrets?: Pick<ExternalSecretsSettings, 'path' | 'envPrefix'>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Credentials of a data folder for single runs. Without `vault` in the configuration, nodes get none. */
export function runnerCredentials(
  { vault: settings, secrets, environment = {} }: RunnerCredentialsConfig,
  { dataDir, logger, http, openStore }: { dataDir: string; logger: Logger; http: HttpPort; openStore: () => Promise<Store> },
): {
  readonly ports: Pick<ExecutionPorts, 'credential' | 'externalSecrets' | 'renewedCredential'>;
  /** Makes one last attempt to store fetched tokens. */
  readonly stop: () => Promise<void>;
} {
  if (settings === undefined) {
    const credential: ExecutionPorts['credential'] = (_type, { name }, { node }) => Promise.reject(withoutCredentials(node, name));
    return { ports: { credential }, stop: () => Promise.resolve() };
  }
  const openVault = once(async () => {
    const { vaultKey: keys } = await openStore();
    const { cipher, vault } = createVault({ dataDir, settings, keys, isAlone: false, warn: (message) => logger.warn(message) });
    await vault.open();
    return cipher;
  });
  const openHeld = once(async () => {
    const { credentials } = await openStore();
    return new UnsavedTokens({ credentials, cipher: await openVault(), clock: systemClock, logger });
  });
  const openTokens = once(async () => {
    const [{ credentials, assertWritable }, cipher, held] = [await openStore(), await openVault(), await openHeld()];
    return new OAuthTokens({ credentials, cipher, http, now: () => systemClock.now(), held, assertWritable });
  });
  const externalSecrets = new ExternalSecrets({ path: '', envPrefix: '', ...secrets, environment, now: () => systemClock.now() });
  const ports: ReturnType<typeof runnerCredentials>['ports'] = {
    // Access to the data folder and its key gives access to everything in it.
    credential: async (type, reference, { node, nodeType }) => {
      const found = await usableCredential(await openStore(), type, reference, { user: 'instance', node, nodeType });
      const data = opened(await openVault(), found);
      return (await openHeld.made)?.over(found.id, data) ?? data;
    },
    externalSecrets: async () => externalSecrets.inUse(),
    renewedCredential: async (type, reference, { node, nodeType }, data) => {
      const found = await usableCredential(await openStore(), type.name, reference, { user: 'instance', node, nodeType });
      return (await openTokens()).renewed(type, found, data);
    },
  };
  return { ports, stop: async () => (await openHeld.made)?.stop() };
}

const withoutCredentials = (node: string, credential: string): NodeError =>
  new NodeError(
    `The node "${node}" cannot use the credential "${credential}": a workflow file that is run by itself gets no credentials.`,
    {
      code: 'CREDENTIAL_NOT_FOUND',
      hint: 'Import the workflow (millrace import FILE), and run it with: millrace execute --id ID',
    },
  );
