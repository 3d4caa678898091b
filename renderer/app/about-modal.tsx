// The dialog that shows the product's name and version.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../state/settings.ts';
import { CopyField } from '../ui/copy.tsx';
import { Dialog } from '../ui/floating/dialog.tsx';
import './about-modal.css';

export function AboutModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { versionCli, instanceId, timezone, versionNotifications } = useSettings();
  return (
    <Dialog title={t('about.title')} isOpen onClose={onClose}>
      <p className="about-text">{t('about.text')}</p>
      <dl className="about-list">
        <dt>{t('about.version')}</dt>
        <dd className="table-data">{versionCli}</dd>
        <dt>{t('about.updates')}</dt>
        <dd>{t(versionNotifications.enabled ? 'about.updatesChecked' : 'about.updatesOff')}</dd>
        <dt>{t('about.timezone')}</dt>
        <dd className="table-data">{timezone}</dd>
        <dt>{t('about.licence')}</dt>
        <dd>{t('about.licenceName')}</dd>
      </dl>
      <CopyField label={t('about.instance')} text={instanceId} />
    </Dialog>
  );
}
