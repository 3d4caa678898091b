// Connects the account of an OAuth credential: the redirect URL, the button, the outcome of the window, and the connected account.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { credentialsApi, type CredentialType } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isConnected, needsAccount, type CredentialValues } from './credential-values.ts';
import { openOAuthWindow, watchOAuthWindow, type OAuthReport } from './oauth-window.ts';

export interface OAuthConnectionProps {
  /** Undefined before the first save. */
  readonly credentialId: string | undefined;
  readonly type: CredentialType;
  readonly values: CredentialValues;
  readonly isOwner: boolean;
  /** Saves the credential before its account is connected. Returns its id, or undefined if it could not be saved. */
  readonly onSave: () => Promise<string | undefined>;
  /** Called with the stored credential before and after; undefined if it could not be read. */
  readonly onConnected: (before: CredentialView | undefined, after: CredentialView | undefined) => void;
}

type Progress = 'idle' | 'waiting' | 'blocked' | Exclude<OAuthReport, 'success'> | { readonly problem: string };

export function OAuthConnection(props: OAuthConnectionProps): ReactNode {
  const { type, values } = props;
  const { t } = useTranslation('credentials');
  if (type.connects === undefined) return null;
  if (!needsAccount(type, values)) return <Notice kind="info">{t('oauth.clientCredentials')}</Notice>;
  return <Account {...props} protocol={type.connects} />;
}

type AccountProps = OAuthConnectionProps & { readonly protocol: 'oauth1' | 'oauth2' };

function Account(props: AccountProps): ReactNode {
  const { type, values, isOwner, protocol } = props;
  const { t } = useTranslation('credentials');
  const { oauthCallbackUrls } = useSettings();
  const { progress, connect } = useConnecting(props);
  const status = useRef<HTMLDivElement>(null);
  // Scrolls into view, since the end of a long form may be hidden.
  useEffect(() => {
    if (progress !== 'idle') status.current?.scrollIntoView({ block: 'nearest' });
  }, [progress]);
  const isWaiting = progress === 'waiting';
  const isGoogle = type.name === 'googleOAuth2Api' || type.extends?.includes('googleOAuth2Api') === true;
  return (
    <div className="oauth-connection">
      <CopyField label={t('oauth.redirectUrl')} text={oauthCallbackUrls[protocol]} />
      <span className="field-hint">{t('oauth.redirectHint')}</span>
      {isRejectedBySome(oauthCallbackUrls[protocol]) ? <span className="field-hint">{t('oauth.notSecure')}</span> : null}
      {isConnected(values) && !isWaiting ? (
        <Notice kind="success" action={isOwner ? <Button onClick={() => void connect()}>{t('oauth.reconnect')}</Button> : undefined}>
          {t('oauth.connected')}
        </Notice>
      ) : null}
      {isOwner && !isConnected(values) && !isWaiting ? (
        isGoogle ? (
          <GoogleButton label={t('oauth.google')} onClick={() => void connect()} />
        ) : (
          <Button kind="primary" onClick={() => void connect()}>
            {t('oauth.connect')}
          </Button>
        )
      ) : null}
      <div aria-live="polite" ref={status}>
        <ProgressNotice progress={progress} onAgain={() => void connect()} />
      </div>
    </div>
  );
}

/** Whether many services reject the address: it is neither https nor localhost. */
function isRejectedBySome(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/** After Google's guidelines for sign-in buttons: its mark in four colors on a neutral ground. */
function GoogleButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): ReactNode {
  return (
    <button type="button" className="google-button" onClick={onClick}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path fill="#4285F4" d="M19.6 10.2c0-.7-.1-1.4-.2-2H10v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4Z" />
        <path fill="#34A853" d="M10 20c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1a5.9 5.9 0 0 1-5.6-4.1H1.1v2.6A10 10 0 0 0 10 20Z" />
        <path fill="#FBBC05" d="M4.4 12a6 6 0 0 1 0-3.9V5.5H1.1a10 10 0 0 0 0 9l3.3-2.5Z" />
        <path fill="#EA4335" d="M10 4c1.5 0 2.8.5 3.8 1.5l2.9-2.8A10 10 0 0 0 1.1 5.5l3.3 2.6A5.9 5.9 0 0 1 10 4Z" />
      </svg>
      {label}
    </button>
  );
}

function ProgressNotice({ progress, onAgain }: { readonly progress: Progress; readonly onAgain: () => void }): ReactNode {
  const { t } = useTranslation('credentials');
  if (progress === 'idle') return null;
  if (typeof progress === 'object') {
    return (
      <Notice kind="error" title={t('oauth.failed')}>
        {progress.problem}
      </Notice>
    );
  }
  const again = progress === 'waiting' ? <Button onClick={onAgain}>{t('oauth.again')}</Button> : undefined;
  return (
    <Notice kind={progress === 'waiting' ? 'info' : 'warning'} action={again}>
      {t(`oauth.${progress}`)}
    </Notice>
  );
}

/** Returns text that identifies the stored connection; undefined if none is stored. */
const connectionOf = (stored: CredentialView | undefined): string | undefined =>
  stored?.data?.['oauthTokenData'] === undefined ? undefined : stored.updatedAt;

/** Saves the credential, opens the window, and waits for its outcome. */
function useConnecting({ protocol, onSave, onConnected }: AccountProps): {
  readonly progress: Progress;
  readonly connect: () => Promise<void>;
} {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<Progress>('idle');
  const [authorize] = credentialsApi.useAuthorizeOAuthMutation();
  const stopWatching = useRef<() => void>(undefined);
  const { oauthCallbackUrls } = useSettings();
  useEffect(() => () => stopWatching.current?.(), []);

  const stored = async (id: string): Promise<CredentialView | undefined> => {
    const query = dispatch(credentialsApi.endpoints.getCredential.initiate(id, { forceRefetch: true, subscribe: false }));
    const { data, error } = await query;
    return error === undefined ? data : undefined;
  };
  const finish = (before: CredentialView | undefined, after: CredentialView | undefined): void => {
    stopWatching.current?.();
    setProgress('idle');
    dispatch(credentialsApi.util.invalidateTags(['Credentials']));
    onConnected(before, after);
  };
  const connect = async (): Promise<void> => {
    stopWatching.current?.();
    // Opened immediately, because browsers allow it only directly after a click.
    const opened = openOAuthWindow();
    if (opened === null) return setProgress('blocked');
    const id = await onSave();
    const { data: url, error } = id === undefined ? {} : await authorize({ protocol, id });
    if (id === undefined || url === undefined) {
      opened.close();
      return setProgress(id === undefined ? 'idle' : { problem: (error as RequestFailure | undefined)?.message ?? t('oauth.failed') });
    }
    const before = await stored(id);
    setProgress('waiting');
    const origins = [window.location.origin, new URL(oauthCallbackUrls[protocol]).origin];
    const onReport = async (report: OAuthReport): Promise<void> => {
      const after = await stored(id);
      const connection = connectionOf(after);
      // If the windows cannot communicate, the outcome is read from the stored credential.
      if (report === 'success' || (connection !== undefined && connection !== connectionOf(before))) finish(before, after);
      else setProgress(report);
    };
    stopWatching.current = watchOAuthWindow(opened, id, origins, (report) => void onReport(report));
    opened.location.href = url;
  };
  return { progress, connect };
}
