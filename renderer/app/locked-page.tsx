// Shown to a browser without access: explains how to get access from the terminal.
import './locked-page.css';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export interface LockedPageProps {
  /** Whether the browser used a link that was already used or has expired. */
  readonly hasExpired: boolean;
  readonly onRetry: () => void;
}

export function LockedPage({ hasExpired, onRetry }: LockedPageProps): ReactNode {
  const { t } = useTranslation('account');
  return (
    <div className="locked-page">
      <h1 className="locked-title">{t('locked.title')}</h1>
      {hasExpired ? <Notice kind="warning">{t('locked.expired')}</Notice> : null}
      <p className="locked-text">
        <Trans t={t} i18nKey="locked.text" components={{ code: <code className="locked-command" /> }} />
      </p>
      <Button kind="primary" onClick={onRetry}>
        {t('locked.retry')}
      </Button>
    </div>
  );
}
