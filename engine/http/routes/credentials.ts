// /rest/credentials
import { credentialRoutes } from '../../contract/rest/credentials.ts';
import type { CredentialService } from '../../services/credentials/credentials.ts';
import type { Mount } from '../mount.ts';
import { switchable } from '../switchable.ts';

export function mountCredentials(mount: Mount, credentials: CredentialService, usesSharing: boolean): void {
  mount(credentialRoutes.list, ({ caller }) => credentials.list(caller));
  mount(credentialRoutes.newName, async ({ caller, query }) => ({ name: await credentials.newName(query.name, caller) }));
  mount(credentialRoutes.secretNames, ({ caller }) => credentials.secretNames(caller));
  mount(credentialRoutes.test, ({ caller, body }) => credentials.test(body.credentials, caller));
  mount(credentialRoutes.get, ({ caller, params, query }) => credentials.get(params.id, caller, query.includeData));
  mount(credentialRoutes.create, ({ caller, body }) => credentials.create(body, caller));
  mount(credentialRoutes.update, ({ caller, params, body }) => credentials.update(params.id, body, caller));
  switchable(
    mount,
    usesSharing,
    'Sharing of credentials is',
  )(credentialRoutes.share, ({ caller, params, body }) => credentials.share(params.id, body.shareWithIds, caller));
  mount(credentialRoutes.remove, ({ caller, params }) => credentials.remove(params.id, caller));
}
