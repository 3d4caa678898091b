// Banners above every screen: a lost connection, locked credentials, and what the desktop application does not do now.
import { WifiOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesktopAction } from '../../engine/contract/desktop.ts';
import { mayDo } from '../../engine/contract/permissions.ts';
import { vaultApi } from '../api/vault.ts';
import { askDesktop, selectIsPaused, selectIsSafeMode } from '../state/desktop.ts';
import { selectUser } from '../state/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { modalOpened, selectConnection, selectIsOffline } from '../state/ui-slice.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './banners.css';

/** Milliseconds between requests for the state of a locked vault. */
const LOCKED_REFRESH = 5000;

export function ConnectionBanner(): ReactNode {
  const { t } = useTranslation();
  const isOffline = useAppSelector(selectIsOffline);
  const isLost = useAppSelector(selectConnection) === 'lost';
  // Being offline also explains the lost connection.
  const message = isOffline ? t('connection.offline') : isLost ? t('connection.lost') : '';
  return (
    <div role="status" className="connection-banner" data-shown={message !== ''}>
      {message === '' ? null : (
        <>
          <Icon of={WifiOff} />
          {message}
        </>
      )}
    </div>
  );
}

/** Links to the repair of the vault, if the user may repair it, and reports if its key could not be stored in the keychain. */
export function VaultBanner(): ReactNode {
  const { t } = useTranslation('vault');
  const dispatch = useAppDispatch();
  const role = useAppSelector(selectUser)?.globalRole.name;
  const isLocked = useAppSelector((state) => vaultApi.endpoints.getVault.select()(state).data?.isOpen === false);
  // The vault may be opened from another window.
  const pollingInterval = isLocked ? LOCKED_REFRESH : 0;
  const { data } = vaultApi.useGetVaultQuery(undefined, { skip: role === undefined, pollingInterval });
  const [isHidden, setIsHidden] = useState(false);
  if (data === undefined || role === undefined) return null;
  const mayRepair = mayDo(role, 'vault:manage');
  if (data.isOpen) {
    const { keychainFailure: reason } = data;
    if (reason === undefined || isHidden || !mayRepair) return null;
    return (
      <div className="action-banner" role="status">
        <span>{t('banner.inFile', { reason })}</span>
        <Button onClick={() => setIsHidden(true)}>{t('banner.hide')}</Button>
      </div>
    );
  }
  return (
    <div className="action-banner" role="status">
      <span>{mayRepair ? t('banner.host') : t('banner.member')}</span>
      {mayRepair ? <Button onClick={() => dispatch(modalOpened({ name: 'vault' }))}>{t('banner.repair')}</Button> : null}
    </div>
  );
}

/** Shown in the desktop application while it does not start all workflows, with a way on. */
export function DesktopBanners(): ReactNode {
  const { t } = useTranslation();
  const isSafeMode = useAppSelector(selectIsSafeMode);
  const isPaused = useAppSelector(selectIsPaused);
  return (
    <>
      {isSafeMode ? <DesktopBanner text={t('safeMode.text')} label={t('safeMode.leave')} action="leaveSafeMode" /> : null}
      {isPaused && !isSafeMode ? <DesktopBanner text={t('battery.text')} label={t('battery.runAnyway')} action="runOnBattery" /> : null}
    </>
  );
}

interface DesktopBannerProps {
  readonly text: string;
  /** Label of the button that starts the action. */
  readonly label: string;
  readonly action: DesktopAction;
}

const DesktopBanner = ({ text, label, action }: DesktopBannerProps): ReactNode => (
  <div className="action-banner" role="status">
    <span>{text}</span>
    <Button onClick={() => askDesktop(action)}>{label}</Button>
  </div>
);
