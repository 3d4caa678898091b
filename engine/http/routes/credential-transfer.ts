// /rest/credentials/export and /rest/credentials/import
import { credentialRoutes } from '../../contract/rest/credentials.ts';
import { relationOf } from '../../services/credentials/permissions.ts';
import type { CredentialTransfer } from '../../services/credentials/transfer.ts';
import type { Mount } from '../mount.ts';

export function mountCredentialTransfer(mount: Mount, transfer: CredentialTransfer): void {
  mount(credentialRoutes.export, async ({ caller, body, reply }) => {
    const { ids, passphrase, confirmation = '' } = body;
    const isOwn = ({ ownerId }: { readonly ownerId: string | null }): boolean =>
      relationOf(caller, { ownerId, sharedWith: [] }) === 'owner';
    const content = await transfer.export(ids, isOwn, passphrase === undefined ? { confirmation } : { passphrase });
    void reply.header('cache-control', 'no-store');
    return { content };
  });
  mount(credentialRoutes.import, async ({ caller, body }) => [...(await transfer.import(body.content, body, caller.userId))]);
}
