// Explains what an active workflow does; shown until the user opts out.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { workflowsApi } from '../../api/workflows.ts';
import { CopyField } from '../../ui/copy.tsx';
import { NoPortNotice } from '../desktop/index.ts';
import { NextRuns } from './next-runs.tsx';
import { dismissExplanation } from './use-activation.ts';
import './workflows.css';

export interface ActivationModalProps {
  /** The activated workflow. */
  readonly modal: { readonly activeId: string };
  readonly onClose: () => void;
}

export function ActivationModal({ modal, onClose }: ActivationModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [isUnwanted, setIsUnwanted] = useState(false);
  const close = (): void => {
    if (isUnwanted) dismissExplanation();
    onClose();
  };
  return (
    <Dialog
      title={t('activation.title')}
      isOpen
      onClose={close}
      width="460px"
      footer={
        <>
          <Button
            onClick={() => {
              close();
              dispatch(modalOpened({ name: 'executions', workflowId: modal.activeId }));
            }}
          >
            {t('activation.executions')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('activation.done')}
          </Button>
        </>
      }
    >
      <div className="activation-text">
        <p>{t('activation.text')}</p>
        <Starts id={modal.activeId} onLeave={close} />
        <Checkbox label={t('activation.unwanted')} isOn={isUnwanted} onChange={setIsUnwanted} />
      </div>
    </Dialog>
  );
}

/** When and by which addresses the workflow starts from now on. */
function Starts({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data } = workflowsApi.useWorkflowStartsQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  if (data === undefined) return null;
  return (
    <>
      {data.webhooks.length === 0 ? null : <NoPortNotice onChoose={onLeave} />}
      {data.webhooks.map(({ node, method, url, isForm }) => (
        <CopyField
          key={`${method} ${url}`}
          label={isForm ? t('activation.form', { node }) : t('activation.webhook', { node, method })}
          text={url}
        />
      ))}
      {data.nodes.length === 0 ? null : (
        <div className="activation-section">
          <strong>{t('nextRuns.title')}</strong>
          <NextRuns next={data} />
        </div>
      )}
    </>
  );
}
