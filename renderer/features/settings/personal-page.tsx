// Personal settings: name and address, password, theme.
import { Monitor, Moon, Sun } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../engine/contract/rest/users.ts';
import { meApi } from '../../api/session.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened, selectTheme, themeChosen } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { RadioRow } from '../../ui/fields/radio-row.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { emailRule, nameRule } from '../account/index.ts';
import './settings.css';

export function PersonalPage(): ReactNode {
  const { t } = useTranslation('settings');
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  if (user === null) return null;
  return (
    <Page title={t('personal.title')} isNarrow>
      <Profile user={user} />
      <Card title={t('personal.security')}>
        <div className="row">
          <span className="row-grow">{t('personal.passwordText')}</span>
          <Button onClick={() => dispatch(modalOpened({ name: 'change-password' }))}>{t('personal.changePassword')}</Button>
        </div>
      </Card>
      <Appearance />
    </Page>
  );
}

const fieldsOf = ({ firstName, lastName, email }: User) => ({ firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' });

function Profile({ user }: { readonly user: User }): ReactNode {
  const { t } = useTranslation('settings');
  const { t: account } = useTranslation('account');
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = meApi.useUpdateMeMutation();
  const isNew = (email: string): boolean => email.trim().toLowerCase() !== (user.email ?? '');
  const fields = useFields(
    { ...fieldsOf(user), currentPassword: '' },
    {
      firstName: nameRule(account),
      lastName: nameRule(account),
      email: emailRule(account),
      currentPassword: (value, { email }) => (isNew(email) && value === '' ? account('rule.required') : undefined),
    },
  );
  const isNewAddress = isNew(fields.values.email);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!fields.check() || !fields.isChanged) return;
    const { currentPassword, ...person } = fields.values;
    const { data, error } = await update({ body: isNewAddress ? { ...person, currentPassword } : person });
    if (data === undefined) return void dispatch(failureToast(t('personal.failed'), error));
    fields.reset({ ...fieldsOf(data), currentPassword: '' });
    dispatch(toastShown({ kind: 'success', title: t('personal.saved') }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Card title={t('personal.profile')}>
        <div className="settings-pair">
          <TextField {...fields.props('firstName')} label={account('field.firstName')} autoComplete="given-name" maxLength={32} />
          <TextField {...fields.props('lastName')} label={account('field.lastName')} autoComplete="family-name" maxLength={32} />
        </div>
        <TextField {...fields.props('email')} label={account('field.email')} type="email" autoComplete="email" />
        {isNewAddress && (
          <TextField
            {...fields.props('currentPassword')}
            label={account('field.currentPassword')}
            hint={t('personal.currentPasswordHint')}
            type="password"
            autoComplete="current-password"
          />
        )}
        <div className="row">
          <Button type="submit" kind="primary" disabled={isLoading || !fields.isChanged || !fields.isValid}>
            {t('personal.save')}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function Appearance(): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  return (
    <Card title={t('personal.appearance')}>
      <RadioRow
        label={t('theme.label')}
        value={theme}
        options={[
          { value: 'light', label: t('theme.light'), icon: <Icon of={Sun} size={14} /> },
          { value: 'dark', label: t('theme.dark'), icon: <Icon of={Moon} size={14} /> },
          { value: 'system', label: t('theme.system'), icon: <Icon of={Monitor} size={14} /> },
        ]}
        onChange={(choice) => dispatch(themeChosen(choice))}
      />
    </Card>
  );
}
