// The time zone of the computer.
import { existsSync } from 'node:fs';
import { isTimeZone } from './read-settings.ts';

/** Returns an IANA name; undefined if the computer names none, where JavaScript says UTC. */
export function systemTimezone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === 'Etc/Unknown' || !isTimeZone(timeZone)) return undefined;
  const isNamed = process.platform !== 'linux' || Boolean(process.env['TZ']) || existsSync('/etc/localtime');
  return isNamed ? timeZone : undefined;
}
