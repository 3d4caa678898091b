// A form of the account pages: title, error, fields and submit button.
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Fields } from '../../ui/fields/use-fields.ts';
import './account-form.css';

export interface AccountFormProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Error from the engine. */
  readonly failure?: unknown;
  readonly onSubmit: () => void;
  /** Content below the button. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

export function AccountForm({ title, subtitle, submitLabel, isBusy, failure, onSubmit, beside, children }: AccountFormProps): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form className="account-form" noValidate onSubmit={submit}>
      <div>
        <h1 className="account-title">{title}</h1>
        {subtitle === undefined ? null : <p className="account-subtitle">{subtitle}</p>}
      </div>
      <FailureNotice failure={failure} />
      {children}
      <Button type="submit" kind="primary" disabled={isBusy}>
        {submitLabel}
      </Button>
      {beside}
    </form>
  );
}

/** First and last name, and a new password. */
export function PersonFields({
  fields,
  autoFocus = false,
}: {
  readonly fields: Pick<Fields<'firstName' | 'lastName' | 'password'>, 'props'>;
  readonly autoFocus?: boolean;
}): ReactNode {
  const { t } = useTranslation('account');
  return (
    <>
      <div className="account-pair">
        <TextField
          {...fields.props('firstName')}
          label={t('field.firstName')}
          autoComplete="given-name"
          maxLength={32}
          autoFocus={autoFocus}
        />
        <TextField {...fields.props('lastName')} label={t('field.lastName')} autoComplete="family-name" maxLength={32} />
      </div>
      <TextField
        {...fields.props('password')}
        label={t('field.password')}
        hint={t('rule.passwordHint')}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

/** The engine's error message with its hint. */
export function FailureNotice({ failure }: { readonly failure: unknown }): ReactNode {
  if (failure === undefined) return null;
  const { message, hint } = failure as RequestFailure;
  return <Notice kind="error">{[message, hint].filter((text) => text !== undefined).join(' ')}</Notice>;
}
