// Dialog that opens a workflow.
import { Maximize2, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router-dom';
import type { HandedOverState } from '../../state/handed-over.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OpenList } from './workflow-list.tsx';

/** Milliseconds for which the notice is shown that the workflow is already open. */
const NOTICE_DURATION = 1500;

export function OpenWorkflowModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const openId = useMatch('/workflow/:name')?.params.name;
  const go = (path: string, state?: HandedOverState): void => {
    onClose();
    void navigate(path, { state });
  };
  const open = (id: string): void => {
    if (id === openId) dispatch(toastShown({ kind: 'error', key: 'open-already', title: t('open.already'), duration: NOTICE_DURATION }));
    else go(`/workflow/${encodeURIComponent(id)}`);
  };
  return (
    <Dialog
      title={t('open.title')}
      isOpen
      onClose={onClose}
      width="80vw"
      footer={
        <>
          <Button onClick={() => go('/workflows')}>
            <Icon of={Maximize2} />
            {t('open.asPage')}
          </Button>
          <Button kind="primary" onClick={() => go('/workflow')}>
            <Icon of={Plus} />
            {t('list.new')}
          </Button>
        </>
      }
    >
      <div className="workflow-dialog">
        <OpenList onOpen={open} onNew={(state) => go('/workflow', state)} />
      </div>
    </Dialog>
  );
}
