// The next runs of schedules: one in the list, three of each schedule in its tooltip and in the dialog after an activation.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow, NextRuns as NextRunsAnswer } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { Tooltip } from '../../ui/floating/tooltip.tsx';

/** Formats a time in a time zone, such as `Mon, Jan 5, 2026, 9:00 AM`. */
export const timeIn = (time: string, zone: string, language: string): string =>
  new Date(time).toLocaleString(language, {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

export function NextRun({ workflow: { id, name, nextRun } }: { readonly workflow: ListedWorkflow }): ReactNode {
  const { t, i18n } = useTranslation('workflows');
  if (nextRun === undefined) return null;
  const timeText = new Date(nextRun).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Tooltip label={<OfWorkflow id={id} />}>
      <button type="button" className="workflow-next" aria-label={t('nextRuns.of', { name, time: timeText })}>
        {timeText}
      </button>
    </Tooltip>
  );
}

/** Loaded when the tooltip opens. */
function OfWorkflow({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data } = workflowsApi.useWorkflowStartsQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  return data === undefined ? t('nextRuns.loading') : <NextRuns next={data} />;
}

/** The next three runs of each schedule, and their time zone. */
export function NextRuns({ next: { timezone, nodes } }: { readonly next: NextRunsAnswer }): ReactNode {
  const { t, i18n } = useTranslation('workflows');
  return (
    <span className="next-runs">
      <span className="next-runs-zone">{t('nextRuns.zone', { zone: timezone })}</span>
      {nodes.map(({ name, runs, error }) => (
        <span key={name} className="next-runs-node">
          {nodes.length > 1 ? <strong>{name}</strong> : null}
          {error === undefined ? null : <span>{error}</span>}
          {error === undefined && runs.length === 0 ? <span>{t('nextRuns.never')}</span> : null}
          {runs.map((time) => (
            <time key={time} dateTime={time}>
              {timeIn(time, timezone, i18n.language)}
            </time>
          ))}
        </span>
      ))}
    </span>
  );
}
