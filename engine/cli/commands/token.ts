// `millrace token`: prints, renews or revokes the token for REST calls on this computer.
import { AppError } from '../../contract/errors.ts';
import { LocalTokenFile } from '../../vault/local-token.ts';
import { accountsOver } from '../account-access.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';

const options = { renew: { type: 'boolean' }, revoke: { type: 'boolean' }, ...dataDirOption } as const;

/** Runs the command; returns the exit code. Throws BAD_REQUEST, NOT_FOUND, STORE_FAILED. */
export async function tokenCommand(args: readonly string[], { out }: Streams): Promise<number> {
  const { renew, revoke, 'data-dir': given } = readArguments('token', args, options).values;
  if (renew === true && revoke === true) throw new AppError('BAD_REQUEST', text('token.renewOrRevoke'));
  const dataDir = existingDataDir(given);
  const file = new LocalTokenFile(dataDir);
  if (revoke === true) {
    file.remove();
    say(out, text('token.revoked'));
    return exitCodes.success;
  }
  const isSetUp = await withStore(dataDir, async (store) => {
    const owner = await store.users.owner();
    return owner !== undefined && (await accountsOver(store, dataDir).setUp.defaultUser()) === undefined;
  });
  if (isSetUp) throw new AppError('OWNER_EXISTS', text('token.setUp'));
  say(out, (renew === true ? undefined : file.read()) ?? file.renew());
  return exitCodes.success;
}
