// The next runs of schedules: one in the list, three of each schedule in its tooltip and in the dialog after an activation.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow, NextRuns as NextRunsAnswer } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { Tooltip } from '../../ui/floating/tooltip.tsx';

/** Formats a time in a time zone, such as `Jan 5, 2026, 9:00 AM`. */
const timeIn = (time: string, timeZone: string, language: string, more: Intl.DateTimeFormatOptions): string =>
  new Date(time).toLocaleString(language, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...more,
  });

const MINUTE = 60_000;

/** Times with less than a minute between them are shown with their seconds. */
const secondsOf = (times: readonly string[]): Intl.DateTimeFormatOptions =>
  times.some((time, index) => index > 0 && Date.parse(time) - Date.parse(times[index - 1] as string) < MINUTE) ? { second: '2-digit' } : {};

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NextRun({ workflow: { id, name, nextRun, nextRunZone = ownZone() } }: { readonly workflow: ListedWorkflow }): ReactNode {
  const { t, i18n } = useTranslation('workflows');
  if (nextRun === undefined) return null;
  // A reader in the same zone knows it.
  const zone = nextRunZone === ownZone() ? {} : ({ timeZoneName: 'short' } as const);
  const timeText = timeIn(nextRun, nextRunZone, i18n.language, zone);
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
              {timeIn(time, timezone, i18n.language, { weekday: 'short', ...secondsOf(runs) })}
            </time>
          ))}
        </span>
      ))}
    </span>
  );
}
