// Pages shown in place of a screen that does not exist, or that this user may not open.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fakeDoorOf, FakeDoorPanel } from '../features/surveys/index.ts';
import { useOwnerName } from '../state/owner.ts';
import { useSettings } from '../state/settings.ts';
import '../ui/plain-page.css';
import { Page } from '../ui/page.tsx';

/** A feature of the settings that is announced. */
export function ComingPage({ what }: { readonly what: 'environments' | 'logging' }): ReactNode {
  const { t } = useTranslation();
  const door = fakeDoorOf(useSettings(), what, 'settings');
  return <Page title={t(`coming.${what}.title`)}>{door === undefined ? null : <FakeDoorPanel door={door} />}</Page>;
}

/** Shown to a member in place of a screen that only the owner may see. */
export function OwnersPage(): ReactNode {
  const { t } = useTranslation();
  const { name, isLoading } = useOwnerName();
  return (
    <main className="plain-page">
      <h1 className="plain-title">{t('ownersOnly.title')}</h1>
      <p className="plain-text">{isLoading ? null : name === undefined ? t('ownersOnly.text') : t('ownersOnly.ask', { name })}</p>
      <Link to="/workflows" className="button" data-kind="primary">
        {t('ownersOnly.back')}
      </Link>
    </main>
  );
}
