// Shows on every screen that the stored credentials are locked, with a link to their repair.
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { mayDo } from '../../engine/contract/permissions.ts';
import { vaultApi } from '../api/vault.ts';
import { selectUser } from '../state/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { modalOpened } from '../state/ui-slice.ts';
import { Button } from '../ui/button.tsx';
import './vault-banner.css';

export function VaultBanner(): ReactNode {
  const { t } = useTranslation('vault');
  const dispatch = useAppDispatch();
  const role = useAppSelector(selectUser)?.globalRole.name;
  const { data } = vaultApi.useGetVaultQuery(undefined, { skip: role === undefined });
  if (data === undefined || data.isOpen || role === undefined) return null;
  const mayRepair = mayDo(role, 'vault:manage');
  return (
    <div className="vault-banner" role="status">
      <span>{mayRepair ? t('banner.host') : t('banner.member')}</span>
      {mayRepair ? <Button onClick={() => dispatch(modalOpened({ name: 'vault' }))}>{t('banner.repair')}</Button> : null}
    </div>
  );
}
