// Parses the addresses of an invitation: comma separated, also `Anna Berg <anna@example.com>`.
import { isEmail } from '../account/index.ts';

export interface InviteAddresses {
  /** Without duplicates. */
  readonly good: readonly string[];
  /** The first invalid entry. */
  readonly bad?: string;
}

export function inviteAddresses(text: string): InviteAddresses {
  const written = text
    .split(',')
    .map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim())
    .filter((entry) => entry !== '');
  const bad = written.find((entry) => !isEmail(entry));
  return { good: [...new Set(written.filter(isEmail).map((entry) => entry.toLowerCase()))], ...(bad === undefined ? {} : { bad }) };
}
