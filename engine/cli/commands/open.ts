// `millrace open`: creates a one-time link to the running server, prints it, and opens it in the browser on a desktop.
import { AppError } from '../../contract/errors.ts';
import { isServerRunning } from '../../store/index.ts';
import { accountsOver } from '../account-access.ts';
import { readArguments } from '../arguments.ts';
import { hasDesktop, openInBrowser } from '../browser.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../output.ts';
import { text } from '../text.ts';

const options = { 'no-open': { type: 'boolean' }, ...dataDirOption } as const;

/** Runs the command; returns the exit code. Throws BAD_REQUEST, NOT_FOUND, STORE_FAILED. */
export async function openCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { 'data-dir': given, 'no-open': printsOnly } = readArguments('open', args, options).values;
  const dataDir = existingDataDir(given);
  const { address, isLink } = await withStore(dataDir, async (store) => {
    const { localAccess } = accountsOver(store, dataDir);
    const address = await localAccess.address();
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
