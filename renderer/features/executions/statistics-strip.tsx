// Statistics of the executions that the filter finds: number, failures, median duration, and a chart per day.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionStatistics } from '../../../engine/contract/rest/executions.ts';
import { executionsApi } from '../../api/executions.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { filterFields, showsEnded, type ExecutionFilter } from './execution-filter.ts';
import { durationOf } from './execution-state.ts';
import './statistics-strip.css';

/** Milliseconds between two refreshes. */
const REFRESH = 30_000;
/** Number of days in the chart. */
const DAYS = 30;
const DAY = 86_400_000;

type DayCounts = ExecutionStatistics['days'][number];

export function StatisticsStrip({ filter, refreshes }: { readonly filter: ExecutionFilter; readonly refreshes: boolean }): ReactNode {
  const { t, i18n } = useTranslation('executions');
  const options = { pollingInterval: refreshes ? REFRESH : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
  const { data, currentData, error } = executionsApi.useExecutionStatisticsQuery(
    { query: { filter: JSON.stringify(filterFields(filter)) } },
    { ...options, skip: !showsEnded(filter) },
  );
  if (!showsEnded(filter)) return null;
  if (error !== undefined && currentData === undefined) {
    return (
      <p className="statistics quiet-text" role="status">
        {t('statistics.notLoaded', { message: (error as RequestFailure).message })}
      </p>
    );
  }
  // While the statistics of a new filter load, the earlier ones stay in place.
  if (data === undefined || data.total === 0) return null;
  const { total, failed, median, days, isPartial } = data;
  const number = new Intl.NumberFormat(i18n.language);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(failed / total);
  const duration = median === undefined ? undefined : durationOf(median);
  return (
    <section className="statistics" aria-label={t('statistics.label')} aria-busy={currentData === undefined}>
      <dl className="statistics-facts">
        <Fact
          name={t('statistics.total')}
          value={isPartial ? t('statistics.partial', { count: number.format(total) }) : number.format(total)}
        />
        <Fact name={t('statistics.failed')} value={`${number.format(failed)} (${share})`} hasFailed={failed > 0} />
        <Fact
          name={t('statistics.median')}
          value={duration === undefined ? t('time.none') : t(`time.${duration.unit}`, { time: duration.text })}
        />
      </dl>
      <DayChart days={days} />
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly hasFailed?: boolean;
}

function Fact({ name, value, hasFailed = false }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-failed={hasFailed}>{value}</dd>
    </div>
  );
}

/** The last days up to the latest with executions, each with one bar. */
function DayChart({ days }: { readonly days: readonly DayCounts[] }): ReactNode {
  const { t, i18n } = useTranslation('executions');
  const shown = lastDays(days);
  const highest = Math.max(...shown.map(sumOf), 1);
  const dateOf = (day: string): string =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <ol className="statistics-days" aria-label={t('statistics.perDay')}>
      {shown.map((counts) => {
        const text = t('statistics.day', { day: dateOf(counts.day), count: sumOf(counts), failed: counts.failed });
        return (
          <li key={counts.day} title={text}>
            <span className="visually-hidden">{text}</span>
            <span className="statistics-bar" aria-hidden style={{ height: `${(sumOf(counts) / highest) * 100}%` }}>
              <span style={{ flexGrow: counts.failed }} data-failed />
              <span style={{ flexGrow: sumOf(counts) - counts.failed }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const sumOf = ({ succeeded, failed, other }: DayCounts): number => succeeded + failed + other;

/** Fills in the days without executions between the others. */
export function lastDays(days: readonly DayCounts[]): readonly DayCounts[] {
  const last = days.at(-1)?.day;
  if (last === undefined) return [];
  const byDay = new Map(days.map((counts) => [counts.day, counts]));
  const end = Date.parse(`${last}T00:00:00Z`);
  const start = Math.max(Date.parse(`${days[0]?.day ?? last}T00:00:00Z`), end - (DAYS - 1) * DAY);
  return Array.from({ length: Math.round((end - start) / DAY) + 1 }, (_, index) => {
    const day = new Date(start + index * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, succeeded: 0, failed: 0, other: 0 };
  });
}
