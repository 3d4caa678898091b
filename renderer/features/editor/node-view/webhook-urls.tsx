// The webhook URLs of the open node, with copy buttons.
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAVED_WORKFLOW_ID } from '../../../../engine/contract/rest/constants.ts';
import { editorApi } from '../../../api/editor.ts';
import { CopyField } from '../../../ui/copy.tsx';
import { OutsideLink } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/toolbar.tsx';
import { NoPortNotice } from '../../desktop/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import { useEditorState } from '../state/slices.ts';
import { listeningTriggers } from '../runs/run-slice.ts';
import { ReachedAt } from './reached-at.tsx';
import { webhookAddresses } from '../view/webhook-addresses.ts';

function useWebhookAddresses(): ReturnType<typeof webhookAddresses> {
  const { node, description, evaluate } = useOpenNode();
  const workflowId = useEditorState((state) => state.id) ?? UNSAVED_WORKFLOW_ID;
  const { data: endpoints } = editorApi.useSettingsQuery();
  return endpoints === undefined ? [] : webhookAddresses({ workflowId, node, description, endpoints, evaluate });
}

export function WebhookUrls(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { run, node } = useOpenNode();
  const addresses = useWebhookAddresses();
  const isActive = useEditorState((state) => state.isActive);
  const [kind, setKind] = useState<'test' | 'production'>(isActive ? 'production' : 'test');
  if (addresses.length === 0) return null;
  // A test form exists while the editor is listening, a production form while the workflow is active.
  const isServed = kind === 'test' ? listeningTriggers(run, node.name).length > 0 : isActive;
  const isForm = addresses.every((address) => address.isForm);
  const [first] = addresses;
  return (
    <details className="webhook-urls" open>
      <summary>{t(isForm ? 'webhooks.forms' : 'webhooks.title')}</summary>
      <div className="webhook-urls-body">
        <NoPortNotice />
        {addresses.every(({ isResume }) => isResume) ? null : (
          <Segments
            label={t('webhooks.which')}
            value={kind}
            options={[
              { value: 'test', label: t('webhooks.test') },
              { value: 'production', label: t('webhooks.production') },
            ]}
            onChange={setKind}
          />
        )}
        {addresses.map((address) => (
          <Fragment key={`${address.production} ${address.methods.join()}`}>
            <CopyField
              label={address.isForm ? t('webhooks.form') : address.methods.join(', ')}
              // The URL is generated when the execution starts to wait.
              text={address.isResume ? '$execution.resumeUrl' : address[kind]}
            />
            {address.isForm && !address.isResume && isServed ? (
              <OutsideLink to={address[kind]}>{t('webhooks.openForm')}</OutsideLink>
            ) : null}
          </Fragment>
        ))}
        {first === undefined ? null : <ReachedAt path={first.isResume ? '' : first.paths[kind]} />}
        <span className="field-hint">
          {t(
            addresses.some(({ isResume }) => isResume)
              ? 'webhooks.resumeHint'
              : kind === 'test'
                ? 'webhooks.testHint'
                : 'webhooks.productionHint',
          )}
        </span>
      </div>
    </details>
  );
}
