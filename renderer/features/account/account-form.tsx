// A form of the account pages: title, error, fields and submit button.
import type { FormEvent, ReactNode } from 'react';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import './account-form.css';

export interface AccountFormProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Error of the engine. */
  readonly failure?: unknown;
  readonly onSubmit: () => void;
  /** Below the button. */
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

/** The engine's error message with its hint. */
export function FailureNotice({ failure }: { readonly failure: unknown }): ReactNode {
  if (failure === undefined) return null;
  const { message, hint } = failure as RequestFailure;
  return <Notice kind="error">{[message, hint].filter((text) => text !== undefined).join(' ')}</Notice>;
}
