// The tab of parameters: webhook addresses, credentials, and what the node type asks for.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { customApiCall } from '../../../../engine/workflow/parameter-issues.ts';
import { Notice } from '../../../ui/notice.tsx';
import { CredentialFields, ParameterForm, ParameterList } from '../params/index.ts';
import { useNodeView } from './node-view-context.tsx';
import { WebhookUrls } from './webhook-urls.tsx';

export function ParametersTab(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node, served, description, parameters } = useNodeView();
  const properties = useMemo(() => description?.properties.filter(({ isNodeSetting }) => isNodeSetting !== true) ?? [], [description]);
  const isCustomCall = Object.values(parameters).some((value) => typeof value === 'string' && value.includes(customApiCall));
  const isEmpty = properties.every(({ type }) => type === 'hidden') && (description?.credentials ?? []).length === 0;
  return (
    <>
      <WebhookUrls />
      {description === undefined || node.typeVersion === undefined || node.typeVersion === served.typeVersion ? null : (
        <Notice>{t('otherVersion', { version: node.typeVersion, served: served.typeVersion })}</Notice>
      )}
      {isCustomCall ? (
        <Notice title={t('customCall.title')}>{t('customCall.text', { name: description?.displayName ?? '' })}</Notice>
      ) : null}
      {isEmpty ? <p className="node-view-empty">{t('noParameters')}</p> : null}
      <ParameterForm>
        <CredentialFields />
        <ParameterList properties={properties} path="" />
      </ParameterForm>
    </>
  );
}
