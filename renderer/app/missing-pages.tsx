// Pages shown in place of a screen that does not exist, or that this user may not open.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useOwnerName } from '../state/owner.ts';
import { NotFoundPage } from '../ui/not-found.tsx';
import '../ui/plain-page.css';
import { EmptyState, Page } from '../ui/page.tsx';

/** Settings screens that are not available yet, by the last segment of their path. */
const settings: ReadonlySet<string> = new Set(['environments', 'logging']);

/** Key of the window title for a settings screen that is not available yet. */
export const comingTitle = ({ what = '' }: Readonly<Record<string, string | undefined>>): string =>
  settings.has(what) ? `coming.${what}.title` : 'notFound.title';

export function ComingPage(): ReactNode {
  const { t } = useTranslation();
  const { what = '' } = useParams();
  if (!settings.has(what)) return <NotFoundPage />;
  return (
    <Page title={t(`coming.${what}.title`)}>
      <EmptyState title={t('coming.soon')} action={<BackLink />}>
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

function BackLink(): ReactNode {
  const { t } = useTranslation();
  return (
    <Link to="/" className="button">
      {t('coming.back')}
    </Link>
  );
}
