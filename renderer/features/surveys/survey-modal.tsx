// The survey dialog, followed by a thank-you.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { meApi, sessionApi } from '../../api/session.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { MultiSelect, Select } from '../../ui/fields/select.tsx';
import { hasAnswers, questionsFor, surveyAnswers, surveyOptions, type Question, type SurveyChoices } from './survey-answers.ts';
import './survey-modal.css';

export function SurveyModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('surveys');
  const dispatch = useAppDispatch();
  const id = useId();
  const { versionCli } = useSettings();
  const [choices, setChoices] = useState<SurveyChoices>({});
  const [isDone, setIsDone] = useState(false);
  const [send, { isLoading }] = meApi.useAnswerSurveyMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading || !hasAnswers(choices)) return;
    const { error } = await send({ body: surveyAnswers(choices, new Date().toISOString(), versionCli) });
    if (error !== undefined) return void dispatch(failureToast(t('survey.failed'), error));
    setIsDone(true);
    void dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }));
  };
  if (isDone) {
    const begin = (
      <Button kind="primary" onClick={onClose} autoFocus>
        {t('survey.begin')}
      </Button>
    );
    return (
      <Dialog title={t('survey.thanks')} isOpen onClose={onClose} width="460px" footer={begin}>
        <p>{t('survey.thanksText')}</p>
      </Dialog>
    );
  }
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {t('survey.later')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading || !hasAnswers(choices)}>
        {t('survey.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('survey.title')} isOpen isBusy={isLoading} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="survey" noValidate onSubmit={(event) => void submit(event)}>
        <p className="survey-lead">{t('survey.text')}</p>
        {questionsFor(choices).map((question) => (
          <QuestionField key={question.name} question={question} choices={choices} onChange={setChoices} />
        ))}
      </form>
    </Dialog>
  );
}

interface QuestionFieldProps {
  readonly question: Question;
  readonly choices: SurveyChoices;
  readonly onChange: (choices: SurveyChoices) => void;
}

function QuestionField({ question, choices, onChange }: QuestionFieldProps): ReactNode {
  const { t } = useTranslation('surveys');
  const { name, kind } = question;
  const label = t(`survey.${name}.label`);
  const response = (value: string | readonly string[]): void => onChange({ ...choices, [name]: value });
  if (kind === 'text') return <TextField label={label} value={choices[name] ?? ''} onChange={response} maxLength={200} />;
  const options = surveyOptions[name].map((value) => ({ value, label: t(`survey.${name}.${value}`) }));
  if (kind === 'choice') {
    const props = { label, options, placeholder: t('survey.choose'), onChange: response };
    return <Select {...props} value={choices[name] ?? null} />;
  }
  const chosen = choices[name] ?? [];
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
  return (
    <div className="field">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      <MultiSelect
        label={names.length === 0 ? label : `${label} ${names.join(', ')}`}
        values={chosen}
        options={options}
        onChange={response}
        displayedText={names.length === 0 ? t('survey.chooseSeveral') : names.join(', ')}
      />
    </div>
  );
}
