// The page of an address at which nothing exists: an unknown path, or a workflow or an execution that is gone.
import './plain-page.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export function NotFoundPage(): ReactNode {
  const { t } = useTranslation();
  return (
    <main className="plain-page">
      <p className="plain-code">404</p>
      <h1 className="plain-title">{t('notFound.title')}</h1>
      <p className="plain-text">{t('notFound.text')}</p>
      <Link to="/" className="button" data-kind="primary">
        {t('notFound.home')}
      </Link>
    </main>
  );
}
