// The state of an execution as a colored word, with further details.
import { Ban, Check, CircleHelp, Clock, Hourglass, LoaderCircle, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { Status, type StatusKind } from '../../ui/tag.tsx';
import { isWaitIndefinite, stateOf, type ExecutionOutcome, type ExecutionState } from './execution-state.ts';

const looks: Readonly<Record<ExecutionState, readonly [StatusKind, LucideIcon]>> = {
  queued: ['wait', Hourglass],
  running: ['run', LoaderCircle],
  waiting: ['wait', Clock],
  success: ['ok', Check],
  successRetry: ['ok', Check],
  error: ['bad', X],
  canceled: ['off', Ban],
  unknown: ['off', CircleHelp],
};

export function ExecutionStatus({ execution }: { readonly execution: ExecutionOutcome }): ReactNode {
  const { t } = useTranslation('executions');
  const state = stateOf(execution);
  const [kind, Shape] = looks[state];
  return (
    <Status kind={kind} icon={<Shape size={12} strokeWidth={2.4} aria-hidden />}>
      {t(`state.${state}`)}
    </Status>
  );
}

/** The line below the workflow's name; undefined if there is nothing to add. */
export function useExecutionRemark(execution: ExecutionSummary): string | undefined {
  const { t, i18n } = useTranslation('executions');
  const { finished, retryOf, retrySuccessId, waitTill, errorMessage, lastNodeExecuted } = execution;
  const state = stateOf(execution);
  if (state === 'unknown') return t('remark.unknown');
  if (state === 'waiting' && waitTill !== undefined) {
    if (isWaitIndefinite(waitTill)) return t('remark.waitsForCall');
    return t('remark.waitsTill', { time: new Date(waitTill).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }) });
  }
  if (!finished && retrySuccessId !== undefined) return t('remark.retryWentWell', { id: retrySuccessId });
  if (errorMessage !== undefined) {
    return lastNodeExecuted === undefined ? errorMessage : t('remark.error', { node: lastNodeExecuted, message: errorMessage });
  }
  return retryOf === undefined ? undefined : t('remark.retryOf', { id: retryOf });
}
