// Shown if the start failed.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSession } from '../state/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { startApplication } from './start.ts';
import './plain-page.css';

export function StartFailure(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { failure } = useAppSelector(selectSession);
  return (
    <main className="plain-page">
      <h1 className="plain-title">{t('start.failed')}</h1>
      <p className="plain-text">{failure?.code === 'UNREACHABLE' ? t('start.unreachable') : failure?.message}</p>
      <Button kind="primary" onClick={() => void startApplication(dispatch)}>
        {t('start.retry')}
      </Button>
    </main>
  );
}
