// Sets up the owner, or postpones it.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { homePath, safeRedirect } from '../../lib/safe-redirect.ts';
import { selectSession, setUpLeft } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { AccountForm, PersonFields } from './account-form.tsx';
import { emailRule, nameRule, passwordRule } from './person-rules.ts';

export function SetUpPage(): ReactNode {
  const { t } = useTranslation('account');
  const confirmKept = useConfirmKept();
  const [setUp, { isLoading, error }] = sessionApi.useSetUpOwnerMutation();
  const skip = useSkip();
  const navigate = useNavigate();
  const { beginsWithSetUp } = useAppSelector(selectSession);
  const [search] = useSearchParams();
  const isForAccount = search.get('for') === 'account';
  // A page that needs an account would lead back here.
  const back = isForAccount ? homePath : safeRedirect(search.get('redirect'));
  const [agree, setAgree] = useState(false);
  const fields = useFields(
    { email: '', firstName: '', lastName: '', password: '' },
    { email: emailRule(t), firstName: nameRule(t), lastName: nameRule(t), password: passwordRule(t) },
  );
  const submit = async (): Promise<void> => {
    if (!fields.check() || !(await confirmKept())) return;
    // The guard of the page decides which page follows.
    await setUp({ body: { ...fields.values, agree } });
  };
  return (
    <AccountForm
      title={t('setUp.title')}
      subtitle={t('setUp.subtitle')}
      submitLabel={t('setUp.submit')}
      isBusy={isLoading}
      failure={error}
      onSubmit={() => void submit()}
      beside={
        <Button kind="quiet" onClick={() => void (beginsWithSetUp ? skip() : navigate(back))}>
          {t(beginsWithSetUp ? 'setUp.skip' : 'setUp.back')}
        </Button>
      }
    >
      {isForAccount ? <Notice>{t('setUp.forAccount')}</Notice> : null}
      <TextField {...fields.props('email')} label={t('field.email')} type="email" autoComplete="username" autoFocus />
      <PersonFields fields={fields} />
      <Checkbox label={t('setUp.agree')} isOn={agree} onChange={setAgree} />
    </AccountForm>
  );
}

function useSkip(): () => Promise<void> {
  const { t } = useTranslation('account');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [skipSetUp] = sessionApi.useSkipSetUpMutation();
  return async () => {
    const isAgreed = await confirm({ title: t('setUp.skipTitle'), text: t('setUp.skipText'), confirmLabel: t('setUp.skipConfirm') });
    if (!isAgreed) return;
    // If this fails, set-up is offered again at the next start.
    await skipSetUp();
    dispatch(setUpLeft());
    void navigate('/', { replace: true });
  };
}

/** Asks first if there are workflows or credentials, which will belong to the owner. */
function useConfirmKept(): () => Promise<boolean> {
  const { t } = useTranslation('account');
  const confirm = useConfirm();
  const [listWorkflows] = workflowsApi.useLazyListWorkflowsQuery();
  const [listCredentials] = editorApi.useLazyCredentialsQuery();
  return async () => {
    const [{ data: workflows = [] }, { data: credentials = [] }] = await Promise.all([listWorkflows({ query: {} }), listCredentials()]);
    if (workflows.length === 0 && credentials.length === 0) return true;
    return confirm({
      title: t('setUp.keptTitle'),
      text: t('setUp.keptText', {
        workflows: t('setUp.workflows', { count: workflows.length }),
        credentials: t('setUp.credentials', { count: credentials.length }),
      }),
      confirmLabel: t('setUp.keptConfirm'),
    });
  };
}
