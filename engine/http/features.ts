// Routes of optional features. If a feature is off, they respond with FEATURE_OFF.
import { AppError } from '../contract/errors.ts';
import type { Mount } from './mount.ts';

/** Returns a mount whose routes respond with FEATURE_OFF if `isOn` is false. `what`: subject and verb of the message, as in "Tags are". */
export function switchable(mount: Mount, isOn: boolean, what: string): Mount {
  if (isOn) return mount;
  return (spec) =>
    mount(spec, () => {
      throw new AppError('FEATURE_OFF', `${what} switched off on this instance.`, {
        hint: 'Whoever runs it can switch this on in its settings.',
      });
    });
}
