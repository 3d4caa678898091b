// A screen that is not there yet: says what it will be, and leads back.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { EmptyState, Page } from '../ui/page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The settings that are still to come, by the last part of their address. */
const settings: ReadonlySet<string> = new Set(['environments', 'logging']);

/** Key of the window's title for one of the settings that are still to come. */
export const comingTitle = ({ what = '' }: Readonly<Record<string, string | undefined>>): string =>
  settings.has(what) ? `coming.${what}.title` : 'notFound.title';

/** `what`: the key of its texts; without it one of the settings, by its address. */
export function ComingPage({ what }: { readonly what?: string }): ReactNode {
  const { t } = useTranslation();
  const params = useParams();
  const key = what ?? params['what'] ?? '';
  if (what === undefined && !settings.has(key)) return <NotFoundPage />;
  return (
    <Page title={t(`coming.${key}.title`)}>
      <EmptyState title={t('coming.soon')} action={<BackLink />}>
        {t(`coming.${key}.text`)}
      </EmptyState>
    </Page>
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
