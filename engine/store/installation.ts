// The identity of an installation: its id, and the secret that signs the addresses of waiting executions. Both stay the same when keys change.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SettingRepository } from './repositories/settings.ts';

export interface Installation {
  /** 64 hexadecimal digits. */
  readonly id: string;
  /** Signs the addresses of waiting executions. It may be stored beside them, since anyone who can read the database sees the executions anyway. */
  readonly addressSecret: string;
}

const SETTING = 'installation';

/** `oldKey`: master key of a data folder from before identities were stored; they were derived from it. */
function fresh(oldKey: string | undefined): Installation {
  if (oldKey === undefined) return { id: randomBytes(32).toString('hex'), addressSecret: randomBytes(32).toString('base64url') };
  return {
    id: createHash('sha256').update(`${oldKey}:instance`).digest('hex'),
    addressSecret: Buffer.from(hkdfSync('sha256', oldKey, 'millrace', 'resume-urls', 32)).toString('base64url'),
  };
}

/** Whether a server has ever used the database. */
export const hasInstallation = async (settings: SettingRepository): Promise<boolean> => (await settings.get(SETTING)) !== undefined;

export const installationOf = (settings: SettingRepository, oldKey: string | undefined): Promise<Installation> =>
  settings.initial(SETTING, fresh(oldKey));
