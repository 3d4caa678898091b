// /rest/vault
import { vaultRoutes } from '../../contract/rest/vault.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import type { Mount } from '../mount.ts';

export function mountVault(mount: Mount, keeper: VaultKeeper, { profile }: Pick<AccountServices, 'profile'>): void {
  mount(vaultRoutes.status, () => keeper.status());
  mount(vaultRoutes.retry, async () => {
    if (!(await keeper.status()).isOpen) await keeper.open();
    return keeper.status();
  });
  mount(vaultRoutes.recover, async ({ body }) => {
    await keeper.recover(body.recoveryKey);
    return keeper.status();
  });
  mount(vaultRoutes.reset, async () => {
    await keeper.reset();
    return keeper.status();
  });
  mount(vaultRoutes.recoveryKey, async ({ body, caller, reply }) => {
    await profile.confirm(caller.userId, body.currentPassword);
    void reply.header('cache-control', 'no-store');
    return { recoveryKey: await keeper.recoveryKey() };
  });
}
