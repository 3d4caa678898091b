// Questions of a waiting execution about calls of tools: the values that the model chose, and the buttons that approve and deny.
import { Check, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionQuestion } from '../../../engine/contract/rest/executions.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useExecutionActions } from './use-execution-actions.ts';

interface OpenQuestionsProps {
  readonly id: string;
  readonly questions: readonly ExecutionQuestion[];
  /** Called once the execution continues. */
  readonly onContinued: (() => void) | undefined;
}

export function OpenQuestions({ id, questions, onContinued }: OpenQuestionsProps): ReactNode {
  return (
    <ul className="open-questions">
      {questions.map((question) => (
        <OpenQuestion key={question.id} executionId={id} question={question} onContinued={onContinued} />
      ))}
    </ul>
  );
}

interface OpenQuestionProps {
  readonly executionId: string;
  readonly question: ExecutionQuestion;
  readonly onContinued: (() => void) | undefined;
}

function OpenQuestion({ executionId, question, onContinued }: OpenQuestionProps): ReactNode {
  const { t, i18n } = useTranslation('executions');
  const actions = useExecutionActions();
  // The question may be in two places of a screen.
  const titleId = useId();
  const [reason, setReason] = useState('');
  const [isAnswering, setIsAnswering] = useState(false);
  const { id, node, tool, parameters, message, url, waitTill } = question;
  const values = Object.entries(parameters);
  const answer = async (approved: boolean): Promise<void> => {
    setIsAnswering(true);
    const isContinued = await actions.answer(executionId, id, { approved, ...(reason.trim() === '' ? {} : { reason }) });
    setIsAnswering(false);
    if (isContinued) onContinued?.();
  };
  return (
    <li className="open-question" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('question.title', { node, tool })}</h3>
      {message === undefined || message === '' ? null : <p className="open-question-message">{message}</p>}
      {values.length === 0 ? (
        <p>{t('question.noValues')}</p>
      ) : (
        <dl className="open-question-values" aria-label={t('question.values', { tool })} tabIndex={0}>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</dd>
            </div>
          ))}
        </dl>
      )}
      {waitTill === undefined ? null : (
        <p>
          {t('question.expires', { time: new Date(waitTill).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </p>
      )}
      <TextField label={t('question.reason')} hint={t('question.reasonHint')} value={reason} maxLength={2000} onChange={setReason} />
      <div className="open-question-actions">
        <Button kind="primary" disabled={isAnswering} onClick={() => void answer(true)}>
          <Icon of={Check} size={14} />
          {t('question.approve')}
        </Button>
        <Button kind="danger" disabled={isAnswering} onClick={() => void answer(false)}>
          <Icon of={X} size={14} />
          {t('question.deny')}
        </Button>
        {url === undefined ? null : (
          <>
            <OutsideLink to={url}>{t('question.open')}</OutsideLink>
            <CopyButton isSmall text={url} label={t('question.copy')} />
          </>
        )}
      </div>
    </li>
  );
}
