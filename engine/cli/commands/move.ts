// `millrace move`: moves everything in the database between the data folder and Postgres.
import { AppError } from '../../contract/errors.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { isDatabaseAddress } from '../../settings/read-settings.ts';
import type { MoveProgress, MoveReport, TransferOptions } from '../../store/move/index.ts';
import { createVault } from '../../vault/create.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, folderWithDatabase, sameFolder, withServerLock } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { readSecret } from '../read-secret.ts';
import { text } from '../text.ts';

const options = { to: { type: 'string' }, from: { type: 'string' }, 'password-file': { type: 'string' }, ...dataDirOption } as const;

/** Milliseconds between two lines about a table. */
const INTERVAL = 2000;

/** Runs the command; returns the exit code. Throws BAD_REQUEST, DATA_FOLDER_IN_USE, FILE_NOT_READABLE, NOT_FOUND, STORE_FAILED. */
export async function moveCommand(args: readonly string[], { out, err }: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('move', args, options);
  const { to, from, 'password-file': passwordFile } = values;
  const direction = to === undefined ? 'from' : 'to';
  const address = to ?? from;
  if (address === undefined || (to !== undefined && from !== undefined)) throw new AppError('BAD_REQUEST', text('move.noAddress'));
  if (!isDatabaseAddress(address)) throw new AppError('BAD_REQUEST', text('move.badAddress', { name: direction }));
  const url = await withPassword(address, passwordFile);
  const dataDir = direction === 'to' ? folderWithDatabase(values['data-dir']) : dataDirOf(values['data-dir']);
  const { moveToPostgres, moveToSqlite } = await import('../../store/move/index.ts');
  const { files } = ownSettings();
  const stays = files.startsWith('s3://') ? 's3' : direction === 'to' && files === 'disk' ? 'disk' : undefined;
  const moveOptions: TransferOptions = {
    stop,
    onProgress: progressLines((line) => say(err, line)),
    movesFiles: stays === undefined,
  };
  let report: MoveReport | undefined;
  try {
    await withServerLock(dataDir, async () => {
      report = await (direction === 'to' ? moveToPostgres(dataDir, url, moveOptions) : moveToSqlite(url, dataDir, moveOptions));
    });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  if (report === undefined) {
    say(err, text('move.stopped'));
    return exitCodes.incomplete;
  }
  for (const line of linesOf(report)) say(out, line);
  if (stays !== undefined) say(out, text(`move.filesStay.${stays}`));
  const { host, pathname } = new URL(url);
  say(out, text(`move.next.${direction}`, { place: `${host}${pathname}`, dataDir }));
  say(out, text('move.index'));
  if (!(await isVaultOpen(dataDir, direction === 'to' ? url : ''))) say(out, text('move.isLocked', { dir: sameFolder(dataDir) }));
  return exitCodes.success;
}

async function withPassword(address: string, file: string | undefined): Promise<string> {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(await readSecret('', file));
  return url.href;
}

/** Returns a listener that prints the end of each table, and where a large one is now and then. */
function progressLines(print: (line: string) => void): (progress: MoveProgress) => void {
  let printedAt = performance.now();
  return ({ phase, table, rows, of }) => {
    if (rows < of && performance.now() - printedAt < INTERVAL) return;
    printedAt = performance.now();
    print(table === undefined ? text(`move.${phase}Files`, { files: rows, of }) : text(`move.${phase}`, { table, rows, of }));
  };
}

function linesOf({ tables, files, isContinued }: MoveReport): readonly string[] {
  const rowsText = (count: number): string => text('move.rows', { count });
  const rows = tables.reduce((sum, { count }) => sum + count, 0);
  return [
    ...tables.map(({ table, count, checksum }) => text('move.table', { table, rows: rowsText(count), checksum })),
    text('move.equal', { rows: rowsText(rows), tables: tables.length }),
    ...(files === undefined ? [] : [text('move.files', { ...files, files: text('move.fileCount', { count: files.count }) })]),
    ...(isContinued ? [text('move.continued')] : []),
  ];
}

/** Whether the key in the data folder opens the credentials, if there are any. */
async function isVaultOpen(dataDir: string, database: string): Promise<boolean> {
  const { Store } = await import('../../store/index.ts');
  const store = await Store.open(dataDir, { database });
  try {
    if ((await store.vaultKey.get()) === undefined) return true;
    const { vault } = createVault({ dataDir, settings: ownSettings(), keys: store.vaultKey, isAlone: false, warn: () => undefined });
    await vault.open();
    return (await vault.status()).isOpen;
  } finally {
    await store.close();
  }
}
