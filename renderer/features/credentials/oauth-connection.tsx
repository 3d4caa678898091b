// Credential types whose account is connected by OAuth, and that connection in the dialog.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialType } from '../../api/credentials.ts';
import { Notice } from '../../ui/notice.tsx';
import { withDefaults, type CredentialValues } from './credential-values.ts';

const isOAuth = ({ properties }: CredentialType): boolean => properties.some(({ name }) => name === 'accessTokenUrl');

/** Whether new credentials of the type can be added. */
export const isOffered = (type: CredentialType): boolean => !isOAuth(type);

/** Whether credentials with these values work only after the user has connected an account. */
export const needsAccount = (type: CredentialType, values: CredentialValues): boolean =>
  isOAuth(type) && withDefaults(type, values)['grantType'] !== 'clientCredentials';

/** Whether the account is connected with these values: changing one of them ends the connection. */
export const isConnected = (values: CredentialValues): boolean => values['oauthTokenData'] !== undefined;

export interface OAuthConnectionProps {
  /** Undefined before the first save. */
  readonly credentialId: string | undefined;
  readonly type: CredentialType;
  readonly values: CredentialValues;
  readonly isOwner: boolean;
  /** Saves the credential before its account is connected. Returns its id, or undefined if it could not be saved. */
  readonly onSave: () => Promise<string | undefined>;
  readonly onConnected: () => void;
}

export function OAuthConnection({ type, values }: OAuthConnectionProps): ReactNode {
  const { t } = useTranslation('credentials');
  return needsAccount(type, values) ? <Notice kind="info">{t('oauth.notYet', { type: type.displayName })}</Notice> : null;
}
