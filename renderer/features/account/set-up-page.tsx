// Sets up the owner. It can be postponed unless other computers reach the instance.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { homePath, safeRedirect } from '../../lib/safe-redirect.ts';
import { useSettings } from '../../state/settings.ts';
import { selectSession } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
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
  const confirmTakeover = useConfirmTakeover();
  const [setUp, { isLoading, error }] = sessionApi.useSetUpOwnerMutation();
  const navigate = useNavigate();
  const { beginsWithSetUp } = useAppSelector(selectSession);
  const [search] = useSearchParams();
  const isForAccount = search.get('for') === 'account';
  // A page that needs an account would lead back here.
  const back = isForAccount ? homePath : safeRedirect(search.get('redirect'));
  const { contactEnabled } = useSettings();
  const [agree, setAgree] = useState(false);
  const fields = useFields(
    { email: '', firstName: '', lastName: '', password: '' },
    { email: emailRule(t), firstName: nameRule(t), lastName: nameRule(t), password: passwordRule(t) },
  );
  const submit = async (): Promise<void> => {
    if (!fields.check() || !(await confirmTakeover())) return;
    // The guard of the page decides which page follows.
    await setUp({ body: { ...fields.values, agree } });
  };
  return (
    <AccountForm
      title={t('setUp.title')}
      subtitle={t(beginsWithSetUp ? 'setUp.subtitleShared' : 'setUp.subtitle')}
      submitLabel={t('setUp.submit')}
      isBusy={isLoading}
      failure={error}
      onSubmit={() => void submit()}
      beside={
        beginsWithSetUp ? null : (
          <Button kind="quiet" onClick={() => void navigate(back)}>
            {t('setUp.back')}
          </Button>
        )
      }
    >
      {isForAccount ? <Notice>{t('setUp.forAccount')}</Notice> : null}
      <TextField {...fields.props('email')} label={t('field.email')} type="email" autoComplete="username" autoFocus />
      <PersonFields fields={fields} />
      {contactEnabled ? <Checkbox label={t('setUp.agree')} isOn={agree} onChange={setAgree} /> : null}
    </AccountForm>
  );
}

/** Asks first if there are workflows or credentials, which will belong to the owner. */
function useConfirmTakeover(): () => Promise<boolean> {
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
