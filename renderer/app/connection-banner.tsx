// Says that the connection is lost, or the computer offline; the space is taken only while it says so.
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
  const text = isLost ? t('connection.lost') : isOffline ? t('connection.offline') : '';
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
