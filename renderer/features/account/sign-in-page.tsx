// Sign-in. The guard of the page then redirects: to the requested address, or home.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sessionApi } from '../../api/session.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { AccountForm } from './account-form.tsx';
import { emailRule, requiredRule } from './person-rules.ts';

export function SignInPage(): ReactNode {
  const { t } = useTranslation('account');
  const [signIn, { isLoading, error }] = sessionApi.useSignInMutation();
  const fields = useFields({ email: '', password: '' }, { email: emailRule(t), password: requiredRule(t) });
  const submit = (): void => {
    if (fields.check()) void signIn({ body: { ...fields.values } });
  };
  return (
    <AccountForm
      title={t('signIn.title')}
      submitLabel={isLoading ? t('signIn.busy') : t('signIn.submit')}
      isBusy={isLoading}
      failure={error}
      onSubmit={submit}
      beside={
        <Link to="/forgot-password" className="account-beside">
          {t('signIn.forgot')}
        </Link>
      }
    >
      <TextField {...fields.props('email')} label={t('field.email')} type="email" autoComplete="username" autoFocus />
      <TextField {...fields.props('password')} label={t('field.password')} type="password" autoComplete="current-password" />
    </AccountForm>
  );
}
