// The workflows as a page.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { WorkflowList } from './workflow-list.tsx';

export function WorkflowsPage(): ReactNode {
  const { t } = useTranslation('workflows');
  const navigate = useNavigate();
  const toNew = (): void => void navigate('/workflow');
  return (
    <Page
      title={t('page.title')}
      actions={
        <Button kind="primary" onClick={toNew}>
          <Icon of={Plus} />
          {t('list.new')}
        </Button>
      }
    >
      <WorkflowList onOpen={(id) => void navigate(`/workflow/${encodeURIComponent(id)}`)} onNew={toNew} />
    </Page>
  );
}
