// A screen that is not there yet: says what it will be, and leads back.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';
import './plain-page.css';

/** The screens that are still to come, by the last part of their address. */
const known: ReadonlySet<string> = new Set([
  'credentials',
  'templates',
  'communityNodes',
  'environments',
  'logging',
  'quickstart',
  'documentation',
  'forum',
  'courses',
]);

/** `what`: the key of its texts; the address's own last part without it. */
export function ComingPage({ what }: { readonly what?: string }): ReactNode {
  const { t } = useTranslation();
  const params = useParams();
  const key = what ?? params['what'] ?? '';
  if (!known.has(key)) return <NotFoundPage />;
  return (
    <main className="plain-page">
      <p className="plain-code">{t('coming.soon')}</p>
      <h1 className="plain-title">{t(`coming.${key}.title`)}</h1>
      <p className="plain-text">{t(`coming.${key}.text`)}</p>
      <Link to="/" className="button">
        {t('coming.back')}
      </Link>
    </main>
  );
}
