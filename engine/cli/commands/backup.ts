// `millrace backup` and `restore`: back up the data folder to one file, also while a server uses it, and restore it to an empty one.
import { existsSync } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import { createBackup } from '../../services/backup/backup.ts';
import { restoreBackup } from '../../services/backup/restore.ts';
import { fileStorageOf } from '../../settings/derived.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { createVault } from '../../vault/create.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, sameFolder, withStore, dataDirOf } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { text } from '../text.ts';
import about from '../../../package.json' with { type: 'json' };

const backupOptions = {
  force: { type: 'boolean' },
  'no-key': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  ...dataDirOption,
} as const;

type BackupValues = ReturnType<typeof readArguments<typeof backupOptions>>['values'];

/** Runs the command; returns the exit code. Throws BAD_REQUEST, FILE_NOT_READABLE, NOT_FOUND, STORE_FAILED, VAULT_LOCKED. */
export async function backupCommand(args: readonly string[], { err }: Streams): Promise<number> {
  const { values, positionals } = readArguments('backup', args, backupOptions, true);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new AppError('BAD_REQUEST', text('backup.noFile'));
  if (values.force !== true && existsSync(file)) throw new AppError('BAD_REQUEST', text('backup.exists', { file }));
  const dataDir = existingDataDir(values['data-dir']);
  const passphrase = await readPassphrase(values);
  const settings = ownSettings();
  const fileStorage = fileStorageOf(settings);
  const { database } = settings;
  const source = { dataDir, database, fileStorage, version: about.version, recoveryKey: () => readRecoveryKey(dataDir), now: Date.now };
  const report = await createBackup(source, file, passphrase);
  const countText = (name: 'workflows' | 'executions' | 'credentials' | 'files'): string => text(`backup.${name}`, { count: report[name] });
  const counts = {
    workflows: countText('workflows'),
    executions: countText('executions'),
    credentials: countText('credentials'),
    files: countText('files'),
  };
  say(err, text('backup.written', { file: report.path, ...counts }));
  if (typeof fileStorage === 'object') say(err, text('backup.filesStay', { bucket: fileStorage.bucket }));
  if (report.credentials > 0) say(err, text(report.hasKey ? 'backup.hasKey' : 'backup.needsKey', { dir: sameFolder(dataDir) }));
  return exitCodes.success;
}

/** Returns undefined if the key is to be left out. */
async function readPassphrase({ 'no-key': isWithoutKey = false, 'passphrase-file': file }: BackupValues): Promise<string | undefined> {
  if (isWithoutKey) return undefined;
  const { backupPassphrase } = ownSettings();
  if (file === undefined && backupPassphrase !== '') return backupPassphrase;
  const isAsked = file !== undefined || process.stdin.isTTY;
  const typed = isAsked ? await readSecret(text('backup.passphrase'), file) : '';
  return typed === '' && file === undefined ? undefined : typed;
}

async function readRecoveryKey(dataDir: string): Promise<string | undefined> {
  return withStore(dataDir, async ({ vaultKey: keys }) => {
    if ((await keys.get()) === undefined) return undefined;
    const { vault } = createVault({ dataDir, settings: ownSettings(), keys, isAlone: false, warn: () => undefined });
    await vault.open();
    return vault.recoveryKey();
  });
}

const restoreOptions = { 'passphrase-file': { type: 'string' }, ...dataDirOption } as const;

/** Runs the command; returns the exit code. Throws BAD_REQUEST, FILE_NOT_READABLE, STORE_FAILED. */
export async function restoreCommand(args: readonly string[], { out, err }: Streams): Promise<number> {
  const { values, positionals } = readArguments('restore', args, restoreOptions, true);
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
  if (settings.database !== '') say(out, text('restore.otherDatabase', { dir: sameFolder(dataDir) }));
  if (packages.length > 0) {
    const dir = sameFolder(dataDir);
    say(out, text('restore.packages', { count: packages.length }));
    for (const { name, version } of packages) say(out, text('restore.package', { name, version, dir }));
  }
  return exitCodes.success;
}
