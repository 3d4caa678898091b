// Shows how long ago a time was, from "just now" to years; the exact time on hover.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type AgeUnit = 'justNow' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** From the largest unit to the smallest; months and years use their mean length. */
const units: readonly (readonly [AgeUnit, number])[] = [
  ['year', 365.25 * DAY],
  ['month', 30.4375 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** Returns the age of a time in its largest full unit. Both are in milliseconds; future times are `justNow`. */
export function ageOf(at: number, now: number): { readonly unit: AgeUnit; readonly count: number } {
  const age = now - at;
  const [unit, length] = units.find(([, length]) => age >= length) ?? (['justNow', 0] as const);
  return { unit, count: length === 0 ? 0 : Math.floor(age / length) };
}

/** `at`: ISO 8601. */
export function RelativeTime({ at }: { readonly at: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { unit, count } = ageOf(Date.parse(at), useNow(MINUTE / 2));
  const exact = new Date(at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <time dateTime={at} title={exact}>
      {unit === 'justNow' ? t('ago.justNow') : t(`ago.${unit}`, { count })}
    </time>
  );
}

/** Milliseconds since the epoch, updated at the interval; without an interval it does not change. */
export function useNow(interval?: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (interval === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
