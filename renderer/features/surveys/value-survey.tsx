// The value survey: a drawer at the bottom with a rating from 0 to 10, followed by the e-mail address. Closing it resets it.
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { promptsApi } from '../../api/prompts.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/floating/dialog.tsx';
import { isEmail } from '../account/index.ts';
import { EmailField } from './email-dialog.tsx';
import './survey-modal.css';

const ratings = Array.from({ length: 11 }, (_, value) => value);
/** Ratings above this one get the positive follow-up. */
const GOOD = 7;
/** Milliseconds for which the thank-you is shown. */
const THANKS = 15_000;

export function ValueSurvey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('surveys');
  const [rating, setRating] = useState<number>();
  const isGood = rating !== undefined && rating > GOOD;
  return (
    <Drawer title={rating === undefined ? t('value.title') : t(isGood ? 'value.good' : 'value.thanks')} side="bottom" onClose={onClose}>
      {rating === undefined ? <Ratings onRated={setRating} /> : <EmailStep rating={rating} isGood={isGood} onDone={onClose} />}
    </Drawer>
  );
}

type Send = (answer: { readonly value: number; readonly email?: string }) => Promise<boolean>;

/** Returns a function that sends an answer and resolves with whether it was stored; a failure is shown in a toast. */
function useSendValue(): { readonly send: Send; readonly isSending: boolean } {
  const { t } = useTranslation('surveys');
  const dispatch = useAppDispatch();
  const [sendValue, { isLoading }] = promptsApi.useSendValueMutation();
  const send: Send = async (body) => {
    const { data, error } = await sendValue({ body });
    if (data?.updated === true) return true;
    dispatch(failureToast(t('value.failed'), error ?? { message: t('notStored') }));
    return false;
  };
  return { send, isSending: isLoading };
}

function Ratings({ onRated }: { readonly onRated: (rating: number) => void }): ReactNode {
  const { t } = useTranslation('surveys');
  const { send, isSending } = useSendValue();
  const rate = async (value: number): Promise<void> => {
    if (!isSending && (await send({ value }))) onRated(value);
  };
  return (
    <div className="value-survey">
      <div className="value-ratings" role="group" aria-label={t('value.title')}>
        {ratings.map((value) => (
          <Button key={value} aria-disabled={isSending} onClick={() => void rate(value)}>
            {value}
          </Button>
        ))}
      </div>
      <p className="value-ends">
        <span>{t('value.least')}</span>
        <span>{t('value.most')}</span>
      </p>
    </div>
  );
}

interface EmailStepProps {
  readonly rating: number;
  readonly isGood: boolean;
  readonly onDone: () => void;
}

function EmailStep({ rating, isGood, onDone }: EmailStepProps): ReactNode {
  const { t } = useTranslation('surveys');
  const dispatch = useAppDispatch();
  const { send, isSending } = useSendValue();
  const [email, setEmail] = useState('');
  const canSend = isEmail(email) && !isSending;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!canSend || !(await send({ value: rating, email: email.trim() }))) return;
    dispatch(toastShown({ kind: 'success', title: t('value.sent'), message: t('value.sentText'), duration: THANKS }));
    onDone();
  };
  return (
    <form className="value-survey" noValidate onSubmit={(event) => void submit(event)}>
      <p className="survey-lead">{t(isGood ? 'value.goodText' : 'value.thanksText')}</p>
      <div className="value-email">
        <EmailField email={email} onChange={setEmail} />
        <Button type="submit" kind="primary" disabled={!canSend}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
