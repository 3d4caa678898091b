// Dialogs that ask for an e-mail address: the request of the prompts service, and the sign-up for an onboarding call.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { promptsApi } from '../../api/prompts.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { isEmail } from '../account/index.ts';
import './survey-modal.css';

interface ModalProps<Texts> {
  readonly modal: Texts;
  readonly onClose: () => void;
}

/** Asks for the e-mail address, with the texts of the prompts service. */
export function ContactModal({ modal, onClose }: ModalProps<{ readonly title: string; readonly message: string }>): ReactNode {
  const { t } = useTranslation('surveys');
  const [send, { isLoading }] = promptsApi.useSendContactMutation();
  return (
    <EmailDialog
      title={modal.title === '' ? t('contact.title') : modal.title}
      text={modal.message === '' ? t('contact.text') : modal.message}
      failedTitle={t('contact.failed')}
      thanks={t('contact.thanks')}
      isSending={isLoading}
      onSend={async (email) => {
        const { data, error } = await send({ body: { email } });
        return data?.updated === true ? 'sent' : (error ?? { message: t('notStored') });
      }}
      onClose={onClose}
    />
  );
}

/** Signs up for an onboarding call, with the texts of the onboarding service. */
export function OnboardingModal({ modal, onClose }: ModalProps<{ readonly title: string; readonly description: string }>): ReactNode {
  const { t } = useTranslation('surveys');
  const [send, { isLoading }] = promptsApi.useSignUpForCallMutation();
  return (
    <EmailDialog
      title={modal.title}
      text={modal.description}
      failedTitle={t('onboarding.failed')}
      thanks={t('onboarding.thanks')}
      isSending={isLoading}
      onSend={async (email) => (await send({ body: { email } })).error ?? 'sent'}
      onClose={onClose}
    />
  );
}

interface EmailDialogProps {
  readonly title: string;
  readonly text: string;
  readonly failedTitle: string;
  readonly thanks: string;
  readonly isSending: boolean;
  /** Resolves with the failure, if there is one. */
  readonly onSend: (email: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function EmailDialog({ title, text, failedTitle, thanks, isSending, onSend, onClose }: EmailDialogProps): ReactNode {
  const { t } = useTranslation('surveys');
  const dispatch = useAppDispatch();
  const id = useId();
  const [email, setEmail] = useState('');
  const canSend = isEmail(email) && !isSending;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!canSend) return;
    const outcome = await onSend(email.trim());
    if (outcome !== 'sent') return void dispatch(failureToast(failedTitle, outcome));
    dispatch(toastShown({ kind: 'success', title: thanks }));
    onClose();
  };
  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        {t('notNow')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={!canSend}>
        {t('send')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen isBusy={isSending} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="survey" noValidate onSubmit={(event) => void submit(event)}>
        {text === '' ? null : <p className="survey-lead">{text}</p>}
        <EmailField email={email} onChange={setEmail} />
      </form>
    </Dialog>
  );
}

/** The field for the address; an invalid one is pointed out once the field is left. */
export function EmailField({ email, onChange }: { readonly email: string; readonly onChange: (email: string) => void }): ReactNode {
  const { t } = useTranslation('surveys');
  const [isLeft, setIsLeft] = useState(false);
  const isInvalid = isLeft && email.trim() !== '' && !isEmail(email);
  return (
    <TextField
      label={t('email')}
      type="email"
      autoComplete="email"
      maxLength={254}
      value={email}
      onChange={onChange}
      onBlur={() => setIsLeft(true)}
      {...(isInvalid ? { error: t('emailInvalid') } : {})}
    />
  );
}
