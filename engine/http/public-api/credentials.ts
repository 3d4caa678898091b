// /api/v1/credentials
import { credentialApi, type ApiCredential } from '../../contract/public-api/credentials.ts';
import type { CredentialView } from '../../contract/rest/credentials.ts';
import type { CredentialService } from '../../services/credentials/credentials.ts';
import type { Mount } from '../mount.ts';
import { pageIn } from './pages.ts';

export function mountCredentials(mount: Mount, credentials: CredentialService): void {
  mount(credentialApi.list, async ({ caller, query }) => {
    const page = pageIn(await credentials.list(caller), query);
    return { ...page, data: page.data.map(credentialView) };
  });
  mount(credentialApi.schema, ({ params }) => credentials.dataSchema(params.type));
  mount(credentialApi.get, async ({ caller, params }) => credentialView(await credentials.get(params.id, caller)));
  mount(credentialApi.create, async ({ caller, body }) => {
    await credentials.assertData(body.type, body.data);
    return credentialView(await credentials.create(body, caller));
  });
  mount(credentialApi.update, async ({ caller, params, body }) => credentialView(await credentials.updateFields(params.id, body, caller)));
  mount(credentialApi.remove, async ({ caller, params }) => {
    const credential = credentialView(await credentials.get(params.id, caller));
    await credentials.remove(params.id, caller);
    return credential;
  });
}

const credentialView = ({ id, name, type, createdAt, updatedAt }: CredentialView): ApiCredential => ({
  id,
  name,
  type,
  createdAt,
  updatedAt,
});
