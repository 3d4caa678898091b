// `millrace restore`: restores a backup to an empty data folder.
import { AppError } from '../../contract/errors.ts';
import { restoreBackup } from '../../services/backup/restore.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, sameFolder } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { text } from '../text.ts';

const options = { 'passphrase-file': { type: 'string' }, ...dataDirOption } as const;

/** Runs the command; returns the exit code. Throws BAD_REQUEST, FILE_NOT_READABLE, STORE_FAILED. */
export async function restoreCommand(args: readonly string[], { out, err }: Streams): Promise<number> {
  const { values, positionals } = readArguments('restore', args, options, true);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new AppError('BAD_REQUEST', text('restore.noFile'));
  const settings = ownSettings();
  const dataDir = dataDirOf(values['data-dir']);
  const passphraseFile = values['passphrase-file'];
  const report = await restoreBackup({
    file,
    dataDir,
    passphrase: async () =>
      passphraseFile === undefined && settings.backupPassphrase !== ''
        ? settings.backupPassphrase
        : readSecret(text('restore.passphrase'), passphraseFile),
    settings,
    warn: (message) => say(err, message),
  });
  const { workflows, executions, credentials, createdAt: date, isVaultOpen, packages } = report;
  const counts = {
    workflows: text('backup.workflows', { count: workflows }),
    executions: text('backup.executions', { count: executions }),
    credentials: text('backup.credentials', { count: credentials }),
  };
  say(out, text('restore.restored', { date, dataDir, ...counts }));
  if (credentials > 0) say(out, text(isVaultOpen ? 'restore.isOpen' : 'restore.isLocked', { dir: sameFolder(dataDir) }));
  if (packages.length > 0) {
    const dir = sameFolder(dataDir);
    say(out, text('restore.packages', { count: packages.length }));
    for (const { name, version } of packages) say(out, text('restore.package', { name, version, dir }));
  }
  return exitCodes.success;
}
