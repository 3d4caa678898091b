// Features that can be disabled.
import { AppError } from '../contract/errors.ts';
import type { Mount } from './mount.ts';

/** Returns a mount whose routes respond with FEATURE_OFF if `isOn` is false. `what`: subject and verb of the message, such as "Tags are". */
export function switchable(mount: Mount, isOn: boolean, what: string): Mount {
  if (isOn) return mount;
  return (spec) =>
    mount(spec, () => {
      throw featureOff(what);
    });
}

export const featureOff = (what: string): AppError =>
  new AppError('FEATURE_OFF', `${what} disabled on this instance.`, { hint: 'It can be enabled in the settings of the instance.' });
