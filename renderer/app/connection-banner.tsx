// Banner shown while the connection is lost or the computer is offline.
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../state/store.ts';
import { selectConnection, selectIsOffline } from '../state/ui-slice.ts';
import { Icon } from '../ui/icon.tsx';
import './connection-banner.css';

export function ConnectionBanner(): ReactNode {
  const { t } = useTranslation();
  const isOffline = useAppSelector(selectIsOffline);
  const isLost = useAppSelector(selectConnection) === 'lost';
  // Being offline also explains the lost connection.
  const text = isOffline ? t('connection.offline') : isLost ? t('connection.lost') : '';
  return (
    <div role="status" className="connection-banner" data-shown={text !== ''}>
      {text === '' ? null : (
        <>
          <Icon of={WifiOff} />
          {text}
        </>
      )}
    </div>
  );
}
