// `millrace user reset`: resets the accounts to the state before set-up, if all users are locked out.
import { AppError } from '../../contract/errors.ts';
import { accountsOver } from '../account-access.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';

/** Runs the command; returns the exit code. */
export async function userCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('user', args, dataDirOption, true);
  if (positionals.length !== 1 || positionals[0] !== 'reset') throw new AppError('BAD_REQUEST', text('user.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  const members = await withStore(dataDir, async (store) => {
    const before = (await store.users.list()).filter(({ role }) => role !== 'owner').length;
    await accountsOver(store, dataDir).setUp.reset();
    return before;
  });
  say(streams.out, text('user.reset', { dataDir }));
  if (members > 0) say(streams.out, text('user.members', { count: members }));
  return exitCodes.success;
}
