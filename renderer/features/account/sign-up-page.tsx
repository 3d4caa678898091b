// Accepts an invitation. The link is checked first.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { usersApi } from '../../api/users.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Waiting } from '../../ui/page.tsx';
import { AccountForm, PersonFields } from './account-form.tsx';
import { nameRule, passwordRule } from './person-rules.ts';

export function SignUpPage(): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const [inviterId, inviteeId] = [query.get('inviterId') ?? '', query.get('inviteeId') ?? ''];
  const isComplete = inviterId !== '' && inviteeId !== '';
  const { data, error } = usersApi.useResolveSignUpQuery({ query: { inviterId, inviteeId } }, { skip: !isComplete });
  useEffect(() => {
    if (error !== undefined) dispatch(failureToast(t('signUp.badLink'), error));
  }, [dispatch, error, t]);
  if (!isComplete) {
    return (
      <div className="account-form">
        <h1 className="account-title">{t('signUp.title')}</h1>
        <Notice kind="error">{t('signUp.missingToken')}</Notice>
        <Link to="/signin" className="account-beside">
          {t('forgot.back')}
        </Link>
      </div>
    );
  }
  if (error !== undefined) return <Navigate to="/signin" replace />;
  if (data === undefined) return <Waiting />;
  const inviter = [data.inviter.firstName, data.inviter.lastName].filter((name) => name !== null).join(' ');
  return <SignUpForm inviterId={inviterId} inviteeId={inviteeId} inviter={inviter} />;
}

interface SignUpFormProps {
  readonly inviterId: string;
  readonly inviteeId: string;
  readonly inviter: string;
}

function SignUpForm({ inviterId, inviteeId, inviter }: SignUpFormProps): ReactNode {
  const { t } = useTranslation('account');
  const [signUp, { isLoading, error }] = usersApi.useSignUpMutation();
  const { contactEnabled } = useSettings();
  const [agree, setAgree] = useState(false);
  const fields = useFields(
    { firstName: '', lastName: '', password: '' },
    { firstName: nameRule(t), lastName: nameRule(t), password: passwordRule(t) },
  );
  const submit = (): void => {
    if (fields.check()) void signUp({ params: { inviteeId }, body: { ...fields.values, inviterId, agree } });
  };
  return (
    <AccountForm
      title={t('signUp.title')}
      subtitle={t('signUp.invitedBy', { name: inviter })}
      submitLabel={t('signUp.submit')}
      isBusy={isLoading}
      failure={error}
      onSubmit={submit}
    >
      <PersonFields fields={fields} autoFocus />
      {contactEnabled ? <Checkbox label={t('signUp.agree')} isOn={agree} onChange={setAgree} /> : null}
    </AccountForm>
  );
}
