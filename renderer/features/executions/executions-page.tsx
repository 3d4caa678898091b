// The executions as a page.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '../../ui/page.tsx';
import { ExecutionList } from './execution-list.tsx';

export function ExecutionsPage(): ReactNode {
  const { t } = useTranslation('executions');
  const navigate = useNavigate();
  const workflowId = useSearchParams()[0].get('workflow') ?? undefined;
  return (
    <Page title={t('title')}>
      <ExecutionList key={workflowId} workflowId={workflowId} onOpen={(id) => void navigate(`/execution/${encodeURIComponent(id)}`)} />
    </Page>
  );
}
