// Details of a credential: the node types that may use it, its times and its id.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialType } from '../../api/credentials.ts';
import { editorApi } from '../../api/editor.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Switch } from '../../ui/fields/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Waiting } from '../../ui/page.tsx';
import { nodeUsers } from './node-users.ts';
import type { CredentialDraft } from './use-credential-draft.ts';

export interface DetailsTabProps {
  readonly type: CredentialType;
  readonly draft: CredentialDraft;
}

export function DetailsTab({ type, draft }: DetailsTabProps): ReactNode {
  const { t, i18n } = useTranslation('credentials');
  const { saved } = draft;
  const times = saved === undefined ? [] : (['createdAt', 'updatedAt'] as const);
  return (
    <div className="credential-form">
      <NodeAccess type={type} draft={draft} />
      {saved === undefined ? null : (
        <>
          <dl className="credential-times">
            {times.map((time) => (
              <div key={time}>
                <dt>{t(`details.${time}`)}</dt>
                <dd>
                  {new Date(saved[time]).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })} (
                  <RelativeTime at={saved[time]} />)
                </dd>
              </div>
            ))}
          </dl>
          <CopyField label={t('details.id')} text={saved.id} />
        </>
      )}
    </div>
  );
}

/** An empty list would allow all node types, so the last selected type of a limited list cannot be removed. */
function NodeAccess({ type, draft }: DetailsTabProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { data: nodeTypes } = editorApi.useNodeTypesQuery();
  const { nodeTypes: allowed, permissions, change } = draft;
  if (nodeTypes === undefined) return <Waiting />;
  const nodesOfType = nodeUsers(type, nodeTypes);
  // Types of packages that are not installed stay in the list.
  const otherNodes = allowed.filter((name) => !nodesOfType.some((node) => node.name === name)).map((name) => ({ name, displayName: name }));
  const all = [...nodesOfType, ...otherNodes];
  const isLimited = allowed.length > 0;
  const isDisabled = !permissions.updateNodeAccess;
  return (
    <fieldset className="credential-nodes">
      <legend className="field-label">{t('details.nodes')}</legend>
      <div className="credential-switch">
        <Switch
          label={t('details.limit')}
          isOn={isLimited}
          isDisabled={isDisabled || all.length === 0}
          onChange={(isOn) => change({ nodeTypes: isOn ? all.map(({ name }) => name) : [] })}
        />
        <span>
          <span aria-hidden>{t('details.limit')}</span>
          <span className="field-hint">{t(isLimited ? 'details.limited' : 'details.unlimited')}</span>
        </span>
      </div>
      {isLimited
        ? all.map(({ name, displayName }) => {
            const isOn = allowed.includes(name);
            return (
              <Checkbox
                key={name}
                label={displayName}
                isOn={isOn}
                isDisabled={isDisabled || (isOn && allowed.length === 1)}
                onChange={(next) => change({ nodeTypes: next ? [...allowed, name] : allowed.filter((each) => each !== name) })}
              />
            );
          })
        : null}
    </fieldset>
  );
}
