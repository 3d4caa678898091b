// Requests a link for a new password. The response does not reveal whether the user exists.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usersApi } from '../../api/users.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { AccountForm } from './account-form.tsx';
import { emailRule } from './person-rules.ts';

export function ForgotPasswordPage(): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const { smtpSetup } = useSettings().userManagement;
  const [forgot, { isLoading }] = usersApi.useForgotPasswordMutation();
  const [sentTo, setSentTo] = useState<string>();
  const fields = useFields({ email: '' }, { email: emailRule(t) });
  const back = (
    <Link to="/signin" className="account-beside">
      {t('forgot.back')}
    </Link>
  );
  if (!smtpSetup || sentTo !== undefined) {
    return (
      <div className="account-form">
        <h1 className="account-title">{t('forgot.title')}</h1>
        {sentTo === undefined ? (
          <Notice kind="warning">{t('forgot.noMail')}</Notice>
        ) : (
          <Notice kind="success">{t('forgot.sent', { email: sentTo })}</Notice>
        )}
        {back}
      </div>
    );
  }
  const submit = async (): Promise<void> => {
    if (!fields.check()) return;
    const email = fields.values.email.trim();
    const { error } = await forgot({ body: { email } });
    if (error === undefined) setSentTo(email);
    else
      dispatch(
        toastShown({
          kind: 'error',
          title: t('forgot.failed'),
          message: t('forgot.failedText'),
          details: (error as RequestFailure).message,
        }),
      );
  };
  return (
    <AccountForm
      title={t('forgot.title')}
      subtitle={t('forgot.subtitle')}
      submitLabel={t('forgot.submit')}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      beside={back}
    >
      <TextField {...fields.props('email')} label={t('field.email')} type="email" autoComplete="username" autoFocus />
    </AccountForm>
  );
}
