// The latest execution of a workflow in the list: its state and when it started; leads to the execution.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ExecutionStatus, type ExecutionOutcome } from '../executions/index.ts';

export function LastRun({ workflow: { name, lastRun } }: { readonly workflow: ListedWorkflow }): ReactNode {
  const { t } = useTranslation('workflows');
  if (lastRun === undefined) return <span className="quiet-text">{t('list.neverRun')}</span>;
  return (
    <Link to={`/execution/${encodeURIComponent(lastRun.id)}`} className="workflow-run">
      <span className="visually-hidden">{t('list.openLastRun', { name })}</span>
      <ExecutionStatus execution={outcomeOf(lastRun)} />
      <RelativeTime at={lastRun.startedAt} />
    </Link>
  );
}

/** The list contains only the status, from which the other fields follow. */
function outcomeOf({ status, startedAt }: NonNullable<ListedWorkflow['lastRun']>): ExecutionOutcome {
  const ended = status === 'running' || status === 'new' ? {} : status === 'waiting' ? { waitTill: startedAt } : { stoppedAt: startedAt };
  return { finished: status === 'success', status, startedAt, ...ended };
}
