// The time zone of a workflow's settings.
import { IANAZone } from 'luxon';
import { AppError } from '../contract/errors.ts';

/** Zones that are known to exist: the check is slow, and few zones are used. */
const known = new Set<string>();

/** Returns the workflow's time zone; undefined if it uses the instance's. Throws WORKFLOW_INVALID if the zone does not exist. */
export function zoneOf(zone: unknown): string | undefined {
  if (typeof zone !== 'string' || zone === '' || zone === 'DEFAULT') return undefined;
  if (known.has(zone)) return zone;
  if (IANAZone.isValidZone(zone)) {
    known.add(zone);
    return zone;
  }
  throw new AppError('WORKFLOW_INVALID', `The workflow's time zone "${zone}" is unknown. Choose one in the workflow's settings.`, {
    params: { zone },
  });
}
