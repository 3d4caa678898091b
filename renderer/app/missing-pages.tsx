// Pages shown in place of a screen that does not exist, or that this user may not open.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOwnerName } from '../state/owner.ts';
import { isWebPage, useSettings } from '../state/settings.ts';
import '../ui/plain-page.css';
import { EmptyState, Page } from '../ui/page.tsx';

/** A feature that is announced, with the page of its waiting list. */
export function ComingPage({ what }: { readonly what: 'environments' | 'logging' }): ReactNode {
  const { t } = useTranslation();
  const link = useSettings().fakeDoors?.find(({ id }) => id === what)?.linkURL;
  const join = isWebPage(link) ? (
    <a href={link} target="_blank" rel="noreferrer" className="button" data-kind="primary">
      {t('coming.join')}
    </a>
  ) : null;
  return (
    <Page title={t(`coming.${what}.title`)}>
      <EmptyState title={t('coming.soon')} action={join}>
        {t(`coming.${what}.text`)}
      </EmptyState>
    </Page>
  );
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
