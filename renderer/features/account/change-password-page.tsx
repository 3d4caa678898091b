// Sets a new password through the link in an e-mail. The link is checked first and works once.
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { usersApi } from '../../api/users.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Waiting } from '../../ui/page.tsx';
import { AccountForm } from './account-form.tsx';
import { passwordRule } from './person-rules.ts';

export function ChangePasswordPage(): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const [token, userId] = [query.get('token') ?? '', query.get('userId') ?? ''];
  const isComplete = token !== '' && userId !== '';
  const { error, isSuccess } = usersApi.useResolvePasswordTokenQuery({ query: { token, userId } }, { skip: !isComplete });
  useEffect(() => {
    if (error !== undefined) dispatch(failureToast(t('change.badLink'), error));
  }, [dispatch, error, t]);
  if (isComplete && error === undefined) return isSuccess ? <NewPassword token={token} userId={userId} /> : <Waiting />;
  const missing = token === '' ? t('change.noToken') : t('change.noUser');
  return (
    <div className="account-form">
      <h1 className="account-title">{t('change.title')}</h1>
      <Notice kind="error">{isComplete ? t('change.badLinkText') : missing}</Notice>
      <Link to="/forgot-password" className="account-beside">
        {t('change.askAgain')}
      </Link>
    </div>
  );
}

function NewPassword({ token, userId }: { readonly token: string; readonly userId: string }): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [change, { isLoading }] = usersApi.useChangePasswordMutation();
  const fields = useFields(
    { password: '', again: '' },
    { password: passwordRule(t), again: (value, { password }) => (value === password ? undefined : t('rule.match')) },
  );
  const submit = async (): Promise<void> => {
    if (!fields.check()) return;
    const { error } = await change({ body: { token, userId, password: fields.values.password } });
    if (error !== undefined) return void dispatch(failureToast(t('change.failed'), error));
    dispatch(toastShown({ kind: 'success', title: t('change.done'), message: t('change.doneText') }));
    void navigate('/signin');
  };
  return (
    <AccountForm title={t('change.title')} submitLabel={t('change.submit')} isBusy={isLoading} onSubmit={() => void submit()}>
      <TextField
        {...fields.props('password')}
        label={t('field.newPassword')}
        hint={t('rule.passwordHint')}
        type="password"
        autoComplete="new-password"
        autoFocus
      />
      <TextField {...fields.props('again')} label={t('field.again')} type="password" autoComplete="new-password" />
    </AccountForm>
  );
}
