// What a waiting execution waits for: a time, a call or a form with its address, a called execution, or approvals; and the button that continues it.
import { FastForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ExecutionWait } from '../../../engine/contract/rest/executions.ts';
import { WAIT_FOREVER } from '../../../engine/contract/run-data.ts';
import { executionsApi } from '../../api/executions.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { useExecutionActions } from './use-execution-actions.ts';
import './wait-details.css';

export interface WaitDetailsProps {
  readonly id: string;
  /** Milliseconds since the epoch, shown until the details are loaded. */
  readonly waitTill?: number | undefined;
  /** Called once the execution continues. */
  readonly onContinued?: (() => void) | undefined;
}

/** Returns the sentence that says until when the execution waits, and what for. */
function useWaitText(wait: Pick<ExecutionWait, 'kind' | 'waitTill' | 'methods'>): string {
  const { t, i18n } = useTranslation('executions');
  const { kind, waitTill, methods = [] } = wait;
  const till = waitTill === undefined ? undefined : new Date(waitTill);
  const isToday = till?.toDateString() === new Date().toDateString();
  const time = till?.toLocaleString(i18n.language, isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' });
  return t(time === undefined ? `wait.${kind}` : `wait.${kind}Till`, { time, methods: methods.join(', ') });
}

export function WaitDetails({ id, waitTill, onContinued }: WaitDetailsProps): ReactNode {
  const { t } = useTranslation('executions');
  const actions = useExecutionActions();
  const { currentData: loaded } = executionsApi.useExecutionWaitQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  const isTimed = waitTill !== undefined && waitTill < WAIT_FOREVER;
  const wait: ExecutionWait = loaded ?? { kind: 'time', ...(isTimed ? { waitTill: new Date(waitTill).toISOString() } : {}) };
  const waitText = useWaitText(wait);
  const { url, kind, called = [], questions = [] } = wait;
  return (
    <div className="wait-details">
      <span role="status">{waitText}</span>
      {url === undefined ? null : (
        <span className="wait-actions">
          {kind === 'form' ? <OutsideLink to={url}>{t('wait.openForm')}</OutsideLink> : null}
          <CopyButton isSmall text={url} label={t('wait.copy')} />
        </span>
      )}
      {called.map((each) => (
        <Link key={each} to={`/execution/${encodeURIComponent(each)}`}>
          {t('wait.openCalled', { id: each })}
        </Link>
      ))}
      {questions.length === 0 ? null : <OpenQuestions id={id} questions={questions} onContinued={onContinued} />}
      {loaded === undefined || kind === 'workflow' || kind === 'approval' ? null : (
        <Button size="small" onClick={() => void actions.resume(id).then((isContinued) => (isContinued ? onContinued?.() : undefined))}>
          <Icon of={FastForward} size={14} />
          {t('wait.continue')}
        </Button>
      )}
    </div>
  );
}
