// /rest/vault
import { vaultRoutes } from '../../contract/rest/vault.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Mount } from '../mount.ts';

export function mountVault(mount: Mount, vault: Vault, { profile }: Pick<AccountServices, 'profile'>): void {
  mount(vaultRoutes.status, () => vault.status());
  mount(vaultRoutes.retry, async () => {
    if (!(await vault.status()).isOpen) await vault.open();
    return vault.status();
  });
  mount(vaultRoutes.recover, async ({ body }) => {
    await vault.recover(body.recoveryKey);
    return vault.status();
  });
  mount(vaultRoutes.reset, async () => {
    await vault.reset();
    return vault.status();
  });
  mount(vaultRoutes.recoveryKey, async ({ body, caller, reply }) => {
    await profile.confirm(caller.userId, body.currentPassword);
    void reply.header('cache-control', 'no-store');
    return { recoveryKey: await vault.recoveryKey() };
  });
}
