// `millrace backup`: backs up the data folder to one file, also while a server uses it.
import { existsSync } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import about from '../../../package.json' with { type: 'json' };
import { createBackup } from '../../services/backup/backup.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { createVault } from '../../vault/create.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, sameFolder, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { text } from '../text.ts';

const options = {
  force: { type: 'boolean' },
  'no-key': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  ...dataDirOption,
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/** Runs the command; returns the exit code. Throws BAD_REQUEST, FILE_NOT_READABLE, NOT_FOUND, STORE_FAILED, VAULT_LOCKED. */
export async function backupCommand(args: readonly string[], { err }: Streams): Promise<number> {
  const { values, positionals } = readArguments('backup', args, options, true);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new AppError('BAD_REQUEST', text('backup.noFile'));
  if (values.force !== true && existsSync(file)) throw new AppError('BAD_REQUEST', text('backup.exists', { file }));
  const dataDir = existingDataDir(values['data-dir']);
  const passphrase = await passphraseFrom(values);
  const source = { dataDir, version: about.version, recoveryKey: () => recoveryKeyIn(dataDir), now: Date.now };
  const report = await createBackup(source, file, passphrase);
  const counted = (name: 'workflows' | 'executions' | 'credentials' | 'files'): string => text(`backup.${name}`, { count: report[name] });
  const counts = {
    workflows: counted('workflows'),
    executions: counted('executions'),
    credentials: counted('credentials'),
    files: counted('files'),
  };
  say(err, text('backup.written', { file: report.path, ...counts }));
  if (report.credentials > 0) say(err, text(report.hasKey ? 'backup.hasKey' : 'backup.needsKey', { dir: sameFolder(dataDir) }));
  return exitCodes.success;
}

/** Returns undefined if the key is to be left out. */
async function passphraseFrom({ 'no-key': isWithoutKey = false, 'passphrase-file': file }: Values): Promise<string | undefined> {
  if (isWithoutKey) return undefined;
  const { backupPassphrase } = ownSettings();
  if (file === undefined && backupPassphrase !== '') return backupPassphrase;
  const isAsked = file !== undefined || process.stdin.isTTY;
  const typed = isAsked ? await readSecret(text('backup.passphrase'), file) : '';
  return typed === '' && file === undefined ? undefined : typed;
}

async function recoveryKeyIn(dataDir: string): Promise<string | undefined> {
  return withStore(dataDir, async ({ vaultKey: keys }) => {
    if ((await keys.get()) === undefined) return undefined;
    const { vault } = createVault({ dataDir, settings: ownSettings(), keys, isAlone: false, warn: () => undefined });
    await vault.open();
    return vault.recoveryKey();
  });
}
