// The connection of a credential: results of tests, the account, and the fields.
import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router-dom';
import type { CredentialType } from '../../api/credentials.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { helpPath } from '../../lib/help-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { personName } from '../../lib/person-name.ts';
import { CredentialForm, HiddenFields } from './credential-form.tsx';
import { hasFaults, isTestable, needsAccount, type CredentialValues } from './credential-values.ts';
import { OAuthConnection } from './oauth-connection.tsx';
import type { CredentialDraft } from './use-credential-draft.ts';

/** Undefined before the first test. */
export type TestState = 'running' | { readonly status: 'OK' | 'Error'; readonly message: string } | undefined;

export interface ConnectionTabProps {
  readonly type: CredentialType;
  readonly draft: CredentialDraft;
  readonly showsFaults: boolean;
  readonly testing: TestState;
  readonly onTest: (id: string) => void;
  /** Saves the credential; resolves with its id, or undefined if it could not be saved. */
  readonly onSave: () => Promise<string | undefined>;
  readonly onChange: (values: CredentialValues) => void;
}

export function ConnectionTab({ type, draft, showsFaults, testing, onTest, onSave, onChange }: ConnectionTabProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { saved, permissions, values } = draft;
  const help = useHref(helpPath('credentials-and-keys'));
  const isHidden = !permissions.updateConnection;
  const hasFault = !isHidden && showsFaults && hasFaults(type, values);
  return (
    <div className="credential-form">
      {isHidden ? <OwnerTip draft={draft} /> : null}
      {hasFault ? (
        <Notice kind="warning" title={t('form.check')}>
          {t('form.checkText')}
        </Notice>
      ) : null}
      <TestResult testing={testing} onRetry={saved === undefined || draft.isChanged ? undefined : () => onTest(saved.id)} />
      {permissions.isOwner ? (
        <OAuthConnection
          credentialId={saved?.id}
          type={type}
          values={values}
          isOwner
          onSave={async () => (saved === undefined || draft.isChanged ? onSave() : saved.id)}
          onConnected={draft.connected}
        />
      ) : null}
      {isHidden ? (
        <HiddenFields type={type} />
      ) : (
        <CredentialForm type={type} values={values} savedValues={draft.savedValues} onChange={onChange} showsFaults={showsFaults} />
      )}
      <div className="credential-links">
        {saved !== undefined && !draft.isChanged && testing === undefined && canTest(type, draft) ? (
          <Button size="small" onClick={() => onTest(saved.id)}>
            <Icon of={PlugZap} size={14} />
            {t('test')}
          </Button>
        ) : null}
        <OutsideLink to={type.documentationUrl ?? help}>{t('documentation')}</OutsideLink>
      </div>
    </div>
  );
}

/** Whether the user may and can test the credential. A user who does not see the values can test what is stored. */
export const canTest = (type: CredentialType, { permissions, values }: CredentialDraft): boolean =>
  permissions.test && !needsAccount(type, values) && (permissions.updateConnection ? isTestable(type, values) : type.isTestable);

function OwnerTip({ draft }: { readonly draft: CredentialDraft }): ReactNode {
  const { t } = useTranslation('credentials');
  const { saved, permissions } = draft;
  const name = saved?.ownedBy === undefined ? t('tip.someone') : personName(saved.ownedBy);
  return <Notice kind="info">{t(permissions.isInstanceOwner ? 'tip.instanceOwner' : 'tip.sharee', { name })}</Notice>;
}

interface TestResultProps {
  readonly testing: TestState;
  /** Undefined if there are unsaved changes. */
  readonly onRetry: (() => void) | undefined;
}

function TestResult({ testing, onRetry }: TestResultProps): ReactNode {
  const { t } = useTranslation('credentials');
  if (testing === undefined) return null;
  if (testing === 'running') return <Notice kind="info">{t('testing')}</Notice>;
  if (testing.status === 'OK') return <Notice kind="success">{t('tested')}</Notice>;
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <Notice kind="error" title={t('testFailed')} action={onRetry === undefined ? undefined : retry}>
      {testing.message}
    </Notice>
  );
}
