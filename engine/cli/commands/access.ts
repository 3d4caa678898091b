// `millrace open`, `token` and `user`: links to the running server, the token for REST calls, and the reset of all accounts.
import { randomBytes } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { createIds } from '../../ids.ts';
import { createAccountServices, PasswordHasher, type AccountServices } from '../../services/accounts/index.ts';
import { AccountMail } from '../../services/mail/account-mail.ts';
import type { Store } from '../../store/index.ts';
import { LocalAddressFile } from '../../vault/local-address.ts';
import { LocalTokenFile } from '../../vault/local-token.ts';
import { readArguments } from '../arguments.ts';
import { hasDesktop, openInBrowser } from '../browser.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { text } from '../text.ts';

const openOptions = { 'no-open': { type: 'boolean' }, ...dataDirOption } as const;

/** Creates a one-time link to the running server, prints it, and opens it in the browser on a desktop. Throws BAD_REQUEST, NOT_FOUND, STORE_FAILED. */
export async function openCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { 'data-dir': folder, 'no-open': printsOnly } = readArguments('open', args, openOptions).values;
  const dataDir = existingDataDir(folder);
  const { isServerRunning } = await import('../../store/index.ts');
  const { address, isLink } = await withStore(dataDir, async (store) => {
    const { localAccess } = accountServices(store, dataDir);
    const address = new LocalAddressFile(dataDir).read();
    if (address === undefined || !isServerRunning(dataDir)) throw new AppError('NOT_FOUND', text('open.notRunning', { dataDir }));
    const needsLink = address.mode !== 'open' && (await localAccess.needsLink());
    const link = needsLink ? await localAccess.makeLink(address.linkUrl) : undefined;
    if (needsLink && link === undefined) {
      throw new AppError('NOT_FOUND', text('noLink', { host: new URL(address.editorUrl).hostname }));
    }
    return { address: link ?? new URL('workflows', address.editorUrl).href, isLink: link !== undefined };
  });
  if (isLink) say(streams.err, text('open.link'));
  say(streams.out, address);
  if (printsOnly !== true && hasDesktop()) openInBrowser(dataDir, address);
  return exitCodes.success;
}

const tokenOptions = { renew: { type: 'boolean' }, revoke: { type: 'boolean' }, ...dataDirOption } as const;

/** Prints, renews or revokes the token for REST calls on this computer. Throws BAD_REQUEST, NOT_FOUND, OWNER_EXISTS, STORE_FAILED. */
export async function tokenCommand(args: readonly string[], { out }: Streams): Promise<number> {
  const { renew, revoke, 'data-dir': folder } = readArguments('token', args, tokenOptions).values;
  if (renew === true && revoke === true) throw new AppError('BAD_REQUEST', text('token.renewOrRevoke'));
  const dataDir = existingDataDir(folder);
  const file = new LocalTokenFile(dataDir);
  if (revoke === true) {
    file.remove();
    say(out, text('token.revoked'));
    return exitCodes.success;
  }
  const isSetUp = await withStore(dataDir, async (store) => {
    const owner = await store.users.owner();
    return owner !== undefined && (await accountServices(store, dataDir).setUp.defaultUser()) === undefined;
  });
  if (isSetUp) throw new AppError('OWNER_EXISTS', text('token.setUp'));
  say(out, (renew === true ? undefined : file.read()) ?? file.renew());
  return exitCodes.success;
}

/** `user reset`: resets the accounts to the state before set-up, if all users are locked out. */
export async function userCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('user', args, dataDirOption, true);
  if (positionals.length !== 1 || positionals[0] !== 'reset') throw new AppError('BAD_REQUEST', text('user.noAction'));
  const dataDir = existingDataDir(values['data-dir']);
  const members = await withStore(dataDir, async (store) => {
    const before = (await store.users.list()).filter(({ role }) => role !== 'owner').length;
    await accountServices(store, dataDir).setUp.reset();
    return before;
  });
  say(streams.out, text('user.reset', { dataDir }));
  if (members > 0) say(streams.out, text('user.members', { count: members }));
  return exitCodes.success;
}

const silent = (): void => undefined;

/** The account services on the database of a data folder. They send no e-mail. */
function accountServices(store: Store, dataDir: string): AccountServices {
  return createAccountServices({
    store,
    now: Date.now,
    ids: createIds(Date.now),
    randomBytes,
    hasher: new PasswordHasher(),
    mail: new AccountMail(undefined),
    local: {
      mode: 'secret',
      token: new LocalTokenFile(dataDir),
      address: new LocalAddressFile(dataDir),
      linkUrl: () => undefined,
      webhookUrl: () => '',
    },
    sessionTime: 0,
    editorUrl: () => '',
    sharedUrl: () => '',
    usesUserManagement: true,
    isShared: false,
    onWorkflowsRemoved: silent,
    logger: { error: silent, warn: silent },
  });
}
