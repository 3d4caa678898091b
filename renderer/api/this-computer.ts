// The settings of the desktop application on this computer, which do not belong to the engine.
import type { BackupOutcome, ComputerChange, ComputerSettings, RestoreOutcome, ThisComputer } from '../../engine/contract/desktop.ts';
import { i18n } from '../i18n/index.ts';
import { bridge } from '../transport/bridge.ts';
import type { RequestFailure } from '../transport/transport.ts';
import { api } from './base.ts';

/** Settles as a failed request if the application does not respond. */
async function toResult<T>(call: Promise<T> | undefined): Promise<{ readonly data: T } | { readonly error: RequestFailure }> {
  try {
    if (call !== undefined) return { data: await call };
  } catch {
    // Reported like an engine that cannot be reached.
  }
  return { error: { code: 'UNREACHABLE', message: i18n.t('requests.noApplication'), status: 0 } };
}

export const computerApi = api.injectEndpoints({
  endpoints: (build) => ({
    getThisComputer: build.query<ThisComputer, void>({
      queryFn: () => toResult(bridge?.thisComputer()),
      providesTags: ['Settings'],
    }),
    changeThisComputer: build.mutation<ComputerChange, Partial<ComputerSettings>>({
      queryFn: (changes) => toResult(bridge?.changeThisComputer(changes)),
      invalidatesTags: ['Settings'],
    }),
    backUp: build.mutation<BackupOutcome, string | null>({
      queryFn: (passphrase) => toResult(bridge?.backUp(passphrase)),
    }),
    chooseBackup: build.mutation<string | null, void>({
      queryFn: () => toResult(bridge?.chooseBackup()),
    }),
    restoreBackup: build.mutation<RestoreOutcome, string>({
      queryFn: (passphrase) => toResult(bridge?.restore(passphrase)),
    }),
  }),
});
