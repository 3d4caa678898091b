// A utility process that restores a backup, so that the windows stay responsive.
import { restoreBackup, type RestoreReport, type ServerSettings } from '../engine/index.ts';

export interface RestoreCall {
  readonly file: string;
  /** Absolute path of the new data folder. */
  readonly folder: string;
  readonly passphrase: string;
  /** Those of the application, whose secrets this process does not inherit. */
  readonly settings: ServerSettings;
}

export type RestoreResult =
  | { readonly type: 'restored'; readonly report: RestoreReport }
  | { readonly type: 'failed'; readonly message: string; readonly hint?: string };

async function restore({ file, folder, passphrase, settings }: RestoreCall): Promise<RestoreResult> {
  try {
    const request = { file, dataDir: folder, passphrase: async () => passphrase, settings, warn: () => undefined };
    return { type: 'restored', report: await restoreBackup(request) };
  } catch (error) {
    const { message, hint } = error as Error & { readonly hint?: string };
    return { type: 'failed', message, ...(hint === undefined ? {} : { hint }) };
  }
}

process.parentPort.once('message', ({ data }) => {
  void restore(data as RestoreCall).then((restoreResult) => process.parentPort.postMessage(restoreResult));
});
