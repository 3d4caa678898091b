// Credentials for single runs: opened when a node needs the first one; their tokens are renewed and stored like those of the server.
import { ids, type StoreAccess } from './components.ts';
import { systemClock, type CredentialAsker, type ExecutionPorts } from './execution/index.ts';
import { once } from './once.ts';
import type { CredentialTypes } from './registry/index.ts';
import { NodeError, type HttpPort, type Logger } from './sdk/index.ts';
import { CredentialService, type CredentialReader } from './services/credentials/credentials.ts';
import { ExternalSecrets, type ExternalSecretsSettings } from './services/credentials/external-secrets.ts';
import { UnsavedTokens } from './services/credentials/unsaved-tokens.ts';
import { createVault, type VaultSettings } from './vault/create.ts';

interface RunnerCredentialsConfig {
  readonly vault?: VaultSettings;
  readonly secrets?: Pick<ExternalSecretsSettings, 'path' | 'envPrefix'>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

interface RunnerCredentialsParts {
  readonly dataDir: string;
  readonly logger: Logger;
  readonly http: HttpPort;
  readonly types: CredentialTypes;
  readonly storeAccess: StoreAccess;
}

export interface RunnerCredentials {
  readonly ports: Pick<ExecutionPorts, 'credential' | 'externalSecrets' | 'renewedCredential'>;
  /** Makes one last attempt to store fetched tokens. */
  readonly stop: () => Promise<void>;
}

/** Credentials of a data folder for single runs. Without `vault` in the configuration, nodes get none. */
export function runnerCredentials(
  { vault: settings, secrets, environment = {} }: RunnerCredentialsConfig,
  { dataDir, logger, http, types, storeAccess }: RunnerCredentialsParts,
): RunnerCredentials {
  if (settings === undefined) {
    const credential: ExecutionPorts['credential'] = (_type, { name }, { node }) => Promise.reject(withoutCredentials(node, name));
    return { ports: { credential }, stop: () => Promise.resolve() };
  }
  const now = (): number => systemClock.now();
  const open = once(async () => {
    const { vaultKey: keys, credentials, users, assertWritable } = await storeAccess.open();
    const { cipher, vault } = createVault({ dataDir, settings, keys, isAlone: false, warn: (message) => logger.warn(message) });
    await vault.open();
    const unsavedTokens = new UnsavedTokens({ credentials, cipher, clock: systemClock, logger });
    return {
      unsavedTokens,
      service: new CredentialService({ credentials, users, unsavedTokens, assertWritable, cipher, types, http, ids, now }),
    };
  });
  const externalSecrets = new ExternalSecrets({ path: '', envPrefix: '', ...secrets, environment, now });
  // Access to the data folder and its key gives access to everything in it.
  const reader = ({ node, nodeType }: CredentialAsker): CredentialReader => ({ user: 'instance', node, nodeType });
  return {
    ports: {
      credential: async (type, reference, asker) => (await open()).service.read(type, reference, reader(asker)),
      externalSecrets: async () => externalSecrets.inUse(),
      renewedCredential: async (type, reference, asker, data) => (await open()).service.renewed(type, reference, reader(asker), data),
    },
    stop: async () => (await open.result)?.unsavedTokens.stop(),
  };
}

const withoutCredentials = (node: string, credential: string): NodeError =>
  new NodeError(
    `The node "${node}" cannot use the credential "${credential}": a workflow file that is run by itself gets no credentials.`,
    {
      code: 'CREDENTIAL_NOT_FOUND',
      hint: 'Import the workflow (millrace import FILE), and run it with: millrace execute --id ID',
    },
  );
