// The executions as a dialog over the editor.
import { Maximize2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { debugPath } from '../../state/debugged-execution.ts';
import { addressQuery, everything, narrows, type ExecutionFilter } from './execution-filter.ts';
import { ExecutionList } from './execution-list.tsx';

export interface ExecutionsModalProps {
  readonly modal: { readonly workflowId?: string };
  readonly onClose: () => void;
}

export function ExecutionsModal({ modal: { workflowId }, onClose }: ExecutionsModalProps): ReactNode {
  const { t } = useTranslation('executions');
  const navigate = useNavigate();
  const [filter, setFilter] = useState<ExecutionFilter>(workflowId === undefined ? everything : { ...everything, workflowId });
  const go = (path: string): void => {
    onClose();
    void navigate(path);
  };
  return (
    <Dialog
      title={t('title')}
      isOpen
      onClose={onClose}
      width="80vw"
      footer={
        <Button onClick={() => go(narrows(filter) ? `/executions?${addressQuery(filter).toString()}` : '/executions')}>
          <Icon of={Maximize2} />
          {t('asPage')}
        </Button>
      }
    >
      <div className="execution-dialog">
        <ExecutionList
          filter={filter}
          onFilter={setFilter}
          onOpen={(id) => go(`/execution/${encodeURIComponent(id)}`)}
          onDebug={({ id, workflowId: ofWorkflow }) => go(debugPath(ofWorkflow, id))}
        />
      </div>
    </Dialog>
  );
}
