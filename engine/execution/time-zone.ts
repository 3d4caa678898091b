// The time zone of a workflow's settings.
import { IANAZone } from 'luxon';
import { AppError } from '../contract/errors.ts';

/** Zones found to exist: asking takes long, and there are not many. */
const known = new Set<string>();

/** The zone that is set; undefined where the instance's counts. Throws WORKFLOW_INVALID for one that does not exist. */
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
