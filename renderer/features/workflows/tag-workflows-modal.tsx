// Dialog that adds tags to several workflows and removes others.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TagsField } from './tag-picker.tsx';
import { useWorkflowActions } from './use-workflow-actions.ts';
import './workflows.css';

interface TagWorkflowsModalProps {
  readonly modal: OpenModal<'tag-workflows'>;
  readonly onClose: () => void;
}

export function TagWorkflowsModal({ modal, onClose }: TagWorkflowsModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { t: common } = useTranslation();
  const { data = [] } = workflowsApi.useListWorkflowsQuery({ query: {} });
  const actions = useWorkflowActions();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const workflows = data.filter(({ id }) => modal.workflows.includes(id));
  const used = new Set(workflows.flatMap(({ tags }) => tags.map(({ id }) => id)));
  const save = async (): Promise<void> => {
    setIsBusy(true);
    await actions.tag(workflows, added, removed);
    onClose();
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button kind="primary" disabled={isBusy || (added.length === 0 && removed.length === 0)} onClick={() => void save()}>
        {t('tagWorkflows.save')}
      </Button>
    </>
  );
  const title = t('tagWorkflows.title', { count: workflows.length });
  return (
    <Dialog title={title} isOpen isBusy={isBusy} onClose={onClose} width="460px" footer={footer}>
      <div className="duplicate-form">
        <TagsField
          label={t('tagWorkflows.add')}
          chosen={added}
          onChange={(ids) => {
            setAdded(ids);
            setRemoved(removed.filter((id) => !ids.includes(id)));
          }}
        />
        {used.size === 0 ? null : (
          <TagsField
            label={t('tagWorkflows.remove')}
            offered={[...used]}
            chosen={removed}
            onChange={(ids) => {
              setRemoved(ids);
              setAdded(added.filter((id) => !ids.includes(id)));
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
