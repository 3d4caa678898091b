// A screen that is not there yet: says what it will be, and leads back.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { EmptyState, Page } from '../ui/page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The screens that are still to come, by the last part of their address. */
const known: ReadonlySet<string> = new Set(['credentials', 'templates', 'communityNodes', 'environments', 'logging']);

/** `what`: the key of its texts; the address's own last part without it. */
export function ComingPage({ what }: { readonly what?: string }): ReactNode {
  const { t } = useTranslation();
  const params = useParams();
  const key = what ?? params['what'] ?? '';
  if (!known.has(key)) return <NotFoundPage />;
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
