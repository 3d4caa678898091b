// `millrace credentials`: exports credentials to a file encrypted with a passphrase, and imports files of Millrace and n8n.
import { writeFileSync, readFileSync } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import { createIds } from '../../ids.ts';
import { PLAIN_TEXT_WORDS } from '../../contract/rest/credentials.ts';
import { CredentialTransfer, type Protection } from '../../services/credentials/transfer.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import type { Store } from '../../store/index.ts';
import { createVault } from '../../vault/create.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { readSecret } from '../read-secret.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';
import { systemReason } from '../workflow-source.ts';

const options = {
  id: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  decrypted: { type: 'boolean' },
  confirm: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'n8n-key-file': { type: 'string' },
  ...dataDirOption,
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/** Runs the command; returns the exit code. Throws BAD_REQUEST, CREDENTIAL_NOT_FOUND, NOT_FOUND, STORE_FAILED, VAULT_LOCKED. */
export async function credentialsCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('credentials', args, options, true);
  const [action, ...files] = positionals;
  const isExport = action === 'export' && files.length === 0;
  if (!isExport && !(action === 'import' && files.length === 1)) throw new AppError('BAD_REQUEST', text('credentials.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  await withStore(dataDir, async (store) => {
    const transfer = await transferOver(store, dataDir, streams);
    await (isExport ? exportTo(transfer, values, streams) : importFrom(transfer, files[0] ?? '', values, store, streams));
  });
  return exitCodes.success;
}

async function transferOver(store: Store, dataDir: string, { err }: Streams): Promise<CredentialTransfer> {
  const warn = (message: string): void => say(err, message);
  const { cipher, vault } = createVault({ dataDir, settings: ownSettings(), keys: store.vaultKey, isAlone: false, warn });
  await vault.openOrThrow();
  return new CredentialTransfer({ credentials: store.credentials, cipher, ids: createIds(Date.now), now: Date.now });
}

/** Exports the credentials of all users, since access to the data folder already gives access to them. */
async function exportTo(transfer: CredentialTransfer, values: Values, { err }: Streams): Promise<void> {
  const { id: ids, all = false, out: file } = values;
  if ((ids === undefined) !== all) throw new AppError('BAD_REQUEST', text('credentials.idOrAll'));
  if (file === undefined) throw new AppError('BAD_REQUEST', text('credentials.noOut'));
  const content = await transfer.export(ids, () => true, await protectionOf(values));
  try {
    // Creates a new file that only its owner can read, since it may contain secrets.
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new AppError('BAD_REQUEST', text('credentials.notWritten', { file, reason: systemReason(error) }), { cause: error });
  }
  say(err, text('credentials.exported', { file }));
}

async function protectionOf({ decrypted = false, confirm, 'passphrase-file': file }: Values): Promise<Protection> {
  if (!decrypted) return { passphrase: await readSecret(text('credentials.newPassphrase'), file) };
  if (confirm === undefined && !process.stdin.isTTY) return { confirmation: '' };
  return { confirmation: confirm ?? (await readSecret(text('credentials.confirm', { words: PLAIN_TEXT_WORDS }), undefined, true)) };
}

async function importFrom(transfer: CredentialTransfer, path: string, values: Values, store: Store, { out }: Streams): Promise<void> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('FILE_NOT_READABLE', text('credentials.notRead', { file: path, reason: systemReason(error) }), { cause: error });
  }
  const isSealed = content.includes('"millrace/credentials"');
  const n8nKeyFile = values['n8n-key-file'];
  const keys = {
    ...(isSealed ? { passphrase: await readSecret(text('credentials.passphrase'), values['passphrase-file']) } : {}),
    ...(n8nKeyFile === undefined ? {} : { n8nKey: await readSecret('', n8nKeyFile) }),
  };
  const imported = await transfer.import(content, keys, (await store.users.owner())?.id ?? null);
  for (const { id, name, type, isNew } of imported)
    say(out, text(isNew ? 'credentials.added' : 'credentials.replaced', { id, name, type }));
  say(out, text('credentials.imported', { count: imported.length }));
}
