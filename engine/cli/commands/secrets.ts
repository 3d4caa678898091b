// `millrace credentials` and `key`: export and import credentials, and the key that encrypts them.
import { writeFileSync, readFileSync } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import { PLAIN_TEXT_WORDS } from '../../contract/rest/constants.ts';
import { createIds } from '../../ids.ts';
import { CredentialTransfer, type Protection } from '../../services/credentials/transfer.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import type { Store } from '../../store/index.ts';
import { createVault } from '../../vault/create.ts';
import type { Vault } from '../../vault/vault.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withoutAnyServer, withStore } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { text } from '../text.ts';
import { systemReason } from '../workflow-source.ts';

const credentialOptions = {
  id: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  decrypted: { type: 'boolean' },
  confirm: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'n8n-key-file': { type: 'string' },
  key: { type: 'string' },
  ...dataDirOption,
} as const;

type CredentialValues = ReturnType<typeof readArguments<typeof credentialOptions>>['values'];

/** Runs the command; returns the exit code. Throws BAD_REQUEST, CREDENTIAL_NOT_FOUND, NOT_FOUND, STORE_FAILED, VAULT_LOCKED. */
export async function credentialsCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('credentials', args, credentialOptions, true);
  const [action, ...files] = positionals;
  const isExport = action === 'export' && files.length === 0;
  if (!isExport && !(action === 'import' && files.length === 1)) throw new AppError('BAD_REQUEST', text('credentials.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  await withStore(dataDir, async (store) => {
    const transfer = await openTransfer(store, dataDir, streams);
    await (isExport ? exportCredentials(transfer, values, streams) : importCredentials(transfer, files[0] ?? '', values, store, streams));
  });
  return exitCodes.success;
}

/** `createsKey`: whether to create a missing key; the process must hold the server lock then. */
export async function openTransfer(store: Store, dataDir: string, { err }: Streams, createsKey = false): Promise<CredentialTransfer> {
  const warn = (message: string): void => say(err, message);
  const { cipher, vault } = createVault({ dataDir, settings: ownSettings(), keys: store.vaultKey, isAlone: createsKey, warn });
  await vault.openOrThrow();
  return new CredentialTransfer({ credentials: store.credentials, cipher, ids: createIds(Date.now), now: Date.now });
}

/** Exports the credentials of all users, since access to the data folder already gives access to them. */
async function exportCredentials(transfer: CredentialTransfer, values: CredentialValues, { err }: Streams): Promise<void> {
  const { id: ids, all = false, out: file } = values;
  if ((ids === undefined) !== all) throw new AppError('BAD_REQUEST', text('credentials.idOrAll'));
  if (file === undefined) throw new AppError('BAD_REQUEST', text('credentials.noOut'));
  const content = await transfer.export(ids, () => true, await readProtection(values));
  try {
    // Creates a new file that only its owner can read, since it may contain secrets.
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new AppError('BAD_REQUEST', text('credentials.notWritten', { file, reason: systemReason(error) }), { cause: error });
  }
  say(err, text('credentials.exported', { file }));
}

async function readProtection({ decrypted = false, confirm, 'passphrase-file': file }: CredentialValues): Promise<Protection> {
  if (!decrypted) return { passphrase: await readSecret(text('credentials.newPassphrase'), file) };
  if (confirm === undefined && !process.stdin.isTTY) return { confirmation: '' };
  return { confirmation: confirm ?? (await readSecret(text('credentials.confirm', { words: PLAIN_TEXT_WORDS }), undefined, true)) };
}

async function importCredentials(
  transfer: CredentialTransfer,
  path: string,
  values: CredentialValues,
  store: Store,
  { out }: Streams,
): Promise<void> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('FILE_NOT_READABLE', text('credentials.notRead', { file: path, reason: systemReason(error) }), { cause: error });
  }
  const isSealed = content.includes('"millrace/credentials"');
  const n8nKey = await readN8nKey(values);
  const keys = {
    ...(isSealed ? { passphrase: await readSecret(text('credentials.passphrase'), values['passphrase-file']) } : {}),
    ...(n8nKey === undefined ? {} : { n8nKey }),
  };
  const imported = await transfer.import(content, keys, (await store.users.owner())?.id ?? null);
  for (const { id, name, type, isNew } of imported)
    say(out, text(isNew ? 'credentials.added' : 'credentials.replaced', { id, name, type }));
  say(out, text('credentials.imported', { count: imported.length }));
}

/** Returns the encryption key of an n8n installation, as an option or in a file; undefined if none is given. Throws FILE_NOT_READABLE. */
export async function readN8nKey(values: { readonly key?: string | undefined; readonly 'n8n-key-file'?: string | undefined }) {
  const { key, 'n8n-key-file': file } = values;
  return key ?? (file === undefined ? undefined : readSecret('', file));
}

const keyOptions = {
  out: { type: 'string', short: 'o' },
  file: { type: 'string' },
  confirm: { type: 'string' },
  ...dataDirOption,
} as const;

/** Confirmation that the user types before anything is removed. */
const RESET = 'delete stored secrets';

type KeyValues = ReturnType<typeof readArguments<typeof keyOptions>>['values'];
type Action = (vault: Vault, values: KeyValues, streams: Streams) => Promise<void>;

/** Actions that change the key, which require that no server uses the data folder or its database. */
const changes: Readonly<Record<string, Action>> = {
  import: async (vault, { file }, { out }) => {
    await vault.recover(await readSecret(text('key.prompt'), file));
    const { place = 'file' } = await vault.status();
    say(out, text(`key.imported.${place}`));
  },
  rotate: async (vault, _values, { out }) => {
    await vault.openOrThrow();
    await vault.rotate();
    say(out, text('key.rotated'));
    const { place } = await vault.status();
    if (place === 'environment') say(out, text('key.environmentStays'));
  },
  reset: async (vault, { confirm }, { out }) => {
    if (confirm !== RESET) throw new AppError('BAD_REQUEST', text('key.notConfirmed', { words: RESET }));
    await vault.reset();
    say(out, text('key.reset'));
  },
};

/** Runs the command; returns the exit code. Throws BAD_REQUEST, DATA_FOLDER_IN_USE, NOT_FOUND, STORE_FAILED, VAULT_LOCKED. */
export async function keyCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('key', args, keyOptions, true);
  const [action = ''] = positionals;
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined;
  if (positionals.length !== 1 || (change === undefined && action !== 'export')) throw new AppError('BAD_REQUEST', text('key.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  await (change === undefined ? withVault(dataDir, false, exportKey) : withoutAnyServer(dataDir, () => withVault(dataDir, true, change)));
  return exitCodes.success;

  function withVault(folder: string, isAlone: boolean, act: Action): Promise<void> {
    const settings = ownSettings();
    return withStore(folder, async ({ vaultKey: keys }) => {
      const warn = (message: string): void => say(streams.err, message);
      await act(createVault({ dataDir: folder, settings, keys, isAlone, warn }).vault, values, streams);
    });
  }
}

const exportKey: Action = async (vault, { out: file }, { out, err }) => {
  await vault.openOrThrow();
  const key = await vault.recoveryKey();
  if (file === undefined) {
    say(out, key);
  } else {
    try {
      writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw new AppError('BAD_REQUEST', text('key.notWritten', { file, reason: systemReason(error) }), { cause: error });
    }
    say(err, text('key.written', { file }));
  }
  say(err, text('key.keepSafe'));
};
