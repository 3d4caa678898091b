// `millrace key`: exports and imports the recovery key of the credentials, rotates their keys, and resets them after a key was lost.
import { writeFileSync } from 'node:fs';
import { AppError } from '../../contract/errors.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { createVault } from '../../vault/create.ts';
import type { Vault } from '../../vault/vault.ts';
import { readArguments } from '../arguments.ts';
import { alone, dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { readSecret } from '../read-secret.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';
import { systemReason } from '../workflow-source.ts';

const options = { out: { type: 'string', short: 'o' }, file: { type: 'string' }, confirm: { type: 'string' }, ...dataDirOption } as const;

/** Confirmation that the user types before anything is removed. */
const RESET = 'delete stored secrets';

type Values = ReturnType<typeof readArguments<typeof options>>['values'];
type Action = (vault: Vault, values: Values, streams: Streams) => Promise<void>;

/** Actions that change the key, which require that no server uses the data folder. */
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
  const { values, positionals } = readArguments('key', args, options, true);
  const [action = ''] = positionals;
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined;
  if (positionals.length !== 1 || (change === undefined && action !== 'export')) throw new AppError('BAD_REQUEST', text('key.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  await (change === undefined ? withVault(dataDir, false, exporting) : alone(dataDir, () => withVault(dataDir, true, change)));
  return exitCodes.success;

  function withVault(folder: string, isAlone: boolean, act: Action): Promise<void> {
    const settings = ownSettings();
    return withStore(folder, async ({ vaultKey: keys }) => {
      const warn = (message: string): void => say(streams.err, message);
      await act(createVault({ dataDir: folder, settings, keys, isAlone, warn }).vault, values, streams);
    });
  }
}

const exporting: Action = async (vault, { out: file }, { out, err }) => {
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
