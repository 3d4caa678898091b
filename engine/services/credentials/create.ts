// Builds the services around credentials.
import type { Principals } from '../principals.ts';
import type { Components, ServiceConfig } from '../service-config.ts';
import type { TeamCalls } from '../team-calls.ts';
import { CredentialService } from './credentials.ts';
import { LentCredentials } from './lent-credentials.ts';
import { OAuthConnections } from './oauth-connections.ts';
import { CredentialTransfer } from './transfer.ts';
import { UnsavedTokens } from './unsaved-tokens.ts';

interface Neighbours {
  readonly principals: Principals;
  readonly team: TeamCalls;
}

export interface CredentialServices {
  readonly credentials: CredentialService;
  readonly unsavedTokens: UnsavedTokens;
  readonly lent: LentCredentials;
  readonly oauth: OAuthConnections;
  readonly credentialTransfer: CredentialTransfer;
}

export function createCredentialServices(
  components: Components,
  config: ServiceConfig,
  { principals, team }: Neighbours,
): CredentialServices {
  const { store, http, credentialTypes: types, hub, cipher, clock, logger } = components;
  const { ids, randomBytes, secrets } = config;
  const now = (): number => clock.now();
  const unsavedTokens = new UnsavedTokens({ credentials: store.credentials, cipher, clock, logger });
  const access = { unsavedTokens, assertWritable: store.assertWritable, types, http, now };
  const sealed = { credentials: store.credentials, cipher, ids };
  const credentials = new CredentialService({
    ...access,
    ...sealed,
    team,
    users: store.users,
    ...(secrets === undefined ? {} : { secrets }),
  });
  return {
    credentials,
    unsavedTokens,
    lent: new LentCredentials({ credentials: store.credentials, lent: store.lentCredentials, principals, now, team }),
    oauth: new OAuthConnections({
      ...access,
      service: credentials,
      cipher,
      team,
      randomBytes,
      redirectUrl: config.oauthRedirectUrl,
      onFinished: (userId, credentialId, isConnected) =>
        hub.broadcast({ type: 'oauthFinished', credentialId, outcome: isConnected ? 'success' : 'failure' }, userId),
    }),
    credentialTransfer: new CredentialTransfer({ ...sealed, now }),
  };
}
