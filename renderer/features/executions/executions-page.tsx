// The executions as a page.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Page } from '../../ui/page.tsx';
import { ExecutionList } from './execution-list.tsx';

export function ExecutionsPage(): ReactNode {
  const { t } = useTranslation('executions');
  const navigate = useNavigate();
  return (
    <Page title={t('title')}>
      <ExecutionList onOpen={(id) => void navigate(`/execution/${encodeURIComponent(id)}`)} />
    </Page>
  );
}
