// The fields of a time that the Schedule Trigger returns.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../contract/json.ts';

/** Names and formats of the file format; all are English texts. `at` is in ms since the epoch. */
export function timeFields(at: number, zone: string): JsonObject {
  const time = DateTime.fromMillis(at, { zone, locale: 'en-US' });
  const clock = `${time.toFormat('h:mm:ss')} ${time.hour < 12 ? 'am' : 'pm'}`;
  return {
    timestamp: time.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ"),
    'Readable date': `${time.toFormat('MMMM')} ${ordinal(time.day)} ${time.toFormat('yyyy')}, ${clock}`,
    'Readable time': clock,
    'Day of week': time.toFormat('cccc'),
    Year: time.toFormat('yyyy'),
    Month: time.toFormat('MMMM'),
    'Day of month': time.toFormat('dd'),
    Hour: time.toFormat('HH'),
    Minute: time.toFormat('mm'),
    Second: time.toFormat('ss'),
    Timezone: `${zone} (UTC${time.toFormat('ZZ')})`,
  };
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}
