// Calls of what may be switched off: they are there, and say that they are off.
import { AppError } from '../contract/errors.ts';
import type { Mount } from './mount.ts';

/** A mount whose calls answer FEATURE_OFF while `isOn` is false. `what` is off, as in "Tags are". */
export function switchable(mount: Mount, isOn: boolean, what: string): Mount {
  if (isOn) return mount;
  return (spec) =>
    mount(spec, () => {
      throw new AppError('FEATURE_OFF', `${what} switched off on this instance.`, {
        hint: 'Whoever runs it can switch this on in its settings.',
      });
    });
}
