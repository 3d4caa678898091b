// Invites users: by e-mail, or with links to share.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InviteResult } from '../../../engine/contract/rest/users.ts';
import { usersApi } from '../../api/users.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { isEmail } from '../account/index.ts';
import { ReachNotice } from './reach-notice.tsx';
import './settings.css';

export function InviteModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const id = useId();
  const [text, setText] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [unsent, setUnsent] = useState<readonly InviteResult[]>([]);
  const [invite, { isLoading }] = usersApi.useInviteUsersMutation();
  const { good, bad } = inviteAddresses(text);
  const fault =
    good.length === 0 && bad === undefined ? t('invite.nobody') : bad === undefined ? undefined : t('invite.badAddress', { email: bad });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSent(true);
    if (fault !== undefined) return;
    const { data, error } = await invite({ body: good.map((email) => ({ email })) });
    if (data === undefined) return void dispatch(failureToast(t('invite.failed'), error));
    const unsentResults = data.filter(({ user }) => !user.emailSent);
    const sentCount = data.length - unsentResults.length;
    if (sentCount > 0) dispatch(toastShown({ kind: 'success', title: t('invite.done', { count: sentCount }) }));
    if (unsentResults.length === 0) return onClose();
    setUnsent(unsentResults);
    setText('');
    setIsSent(false);
    const failedCount = data.filter(({ error: failure }) => failure !== undefined).length;
    const addresses = unsentResults.flatMap(({ user, error: failure }) => (failure === undefined ? [] : [user.email])).join(', ');
    if (addresses !== '')
      dispatch(
        toastShown({
          kind: 'error',
          title: t(failedCount === data.length ? 'invite.noneInvited' : 'invite.someFailed'),
          message: addresses,
        }),
      );
  };
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {common(unsent.length === 0 ? 'cancel' : 'close')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading || good.length === 0}>
        {good.length > 1 ? t('invite.submitMany', { count: good.length }) : t('invite.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('invite.title')} isOpen isBusy={isLoading} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
        <ReachNotice tellsNetwork />
        <UnsentInvites results={unsent} />
        <TextField
          label={t('invite.emails')}
          hint={t('invite.hint')}
          value={text}
          onChange={setText}
          onBlur={() => setIsSent(text !== '')}
          error={isSent ? fault : undefined}
          autoFocus
        />
        <RoleSelect />
      </form>
    </Dialog>
  );
}

/** There is one role to invite to. */
function RoleSelect(): ReactNode {
  const { t } = useTranslation('settings');
  const options = [{ value: 'member', label: t('users.roles.member') }];
  return <Select label={t('invite.role')} value="member" options={options} onChange={() => undefined} />;
}

/** Invitations without an e-mail, whose links the inviter shares. */
function UnsentInvites({ results }: { readonly results: readonly InviteResult[] }): ReactNode {
  const { t } = useTranslation('settings');
  return results.map(({ user, error }) => (
    <Notice key={user.email} kind={error === undefined ? 'success' : 'error'} title={user.email}>
      {error ?? t('invite.share')}
      {user.inviteAcceptUrl === undefined ? null : <InviteLink url={user.inviteAcceptUrl} />}
    </Notice>
  ));
}

function InviteLink({ url }: { readonly url: string }): ReactNode {
  const { t } = useTranslation('settings');
  return <CopyField label={t('invite.link')} text={url} />;
}

interface InviteAddresses {
  /** Valid addresses, without duplicates. */
  readonly good: readonly string[];
  /** The first invalid entry. */
  readonly bad?: string;
}

/** Parses comma-separated addresses, also `Anna Berg <anna@example.com>`. */
export function inviteAddresses(text: string): InviteAddresses {
  const written = text
    .split(',')
    .map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim())
    .filter((entry) => entry !== '');
  const bad = written.find((entry) => !isEmail(entry));
  return { good: [...new Set(written.filter(isEmail).map((entry) => entry.toLowerCase()))], ...(bad === undefined ? {} : { bad }) };
}
