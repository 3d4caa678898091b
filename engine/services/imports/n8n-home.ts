// Opens the home folder of an n8n installation: a copy of its database, and its key.
import { constants } from 'node:fs';
import { copyFile, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { N8nDatabase } from '../../store/n8n-database.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

export interface N8nHome {
  readonly database: N8nDatabase;
  /** The encryption key; undefined if the folder does not contain it. */
  readonly key: string | undefined;
  /** Removes the copy. */
  readonly close: () => Promise<void>;
}

const DATABASE = 'database.sqlite';
/** Logs beside the database, if n8n was killed or is running: the latest changes, or, in the older mode, what an unfinished change replaced. */
const LOGS = ['-wal', '-journal'];
const ATTEMPTS = 3;

/**
 * Opens the home of n8n: the folder with `database.sqlite`, its parent, or that file. The folder is only read. `scratch`: existing folder for the copy. Throws
 * NOT_FOUND, and BAD_REQUEST if the database is not one of n8n, or changes while it is copied.
 */
export async function openN8nHome(folder: string, scratch: string): Promise<N8nHome> {
  // No shell has replaced the tilde of a path that was typed into the editor.
  const home = await homeAt(resolve(folder.replace(/^~(?=$|[/\\])/, homedir())));
  const copies = await mkdtemp(join(scratch, '.n8n-home-'));
  const close = (): Promise<void> => rm(copies, { recursive: true, force: true });
  try {
    await copyDatabase(home, copies);
    const database = N8nDatabase.open(join(copies, DATABASE));
    return {
      database,
      key: await keyIn(home),
      close: async () => {
        database.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function homeAt(folder: string): Promise<string> {
  for (const candidate of candidatesOf(folder)) if ((await stateOf(join(candidate, DATABASE))) !== '') return candidate;
  throw new AppError('NOT_FOUND', `${folder} is not the home folder of n8n: it contains no ${DATABASE}.`, {
    params: { folder },
    hint: 'It is usually ~/.n8n. If that n8n uses Postgres, import files that `n8n export:workflow --backup` wrote.',
  });
}

const candidatesOf = (path: string): readonly string[] => [
  path,
  join(path, '.n8n'),
  ...(basename(path) === DATABASE ? [dirname(path)] : []),
];

async function copyDatabase(home: string, copies: string): Promise<void> {
  // SQLite writes the logs beside the file to which a link leads.
  const original = await realpath(join(home, DATABASE));
  const copy = join(copies, DATABASE);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await stateIn(original);
    // On file systems that can, the copy shares its blocks with the original.
    await copyFile(original, copy, constants.COPYFILE_FICLONE);
    for (const log of LOGS) {
      await rm(copy + log, { force: true });
      if ((await stateOf(original + log)) !== '') await copyFile(original + log, copy + log).catch(() => undefined);
    }
    if ((await stateIn(original)) === before) return;
  }
  throw new AppError('BAD_REQUEST', `The database in ${home} changes while it is copied. Stop n8n, and try again.`, { params: { home } });
}

const stateIn = async (database: string): Promise<string> =>
  JSON.stringify(await Promise.all(['', ...LOGS].map((suffix) => stateOf(database + suffix))));

/** Returns a text that differs after each change of a file; an empty one if there is no such file. */
async function stateOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(file);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

async function keyIn(home: string): Promise<string | undefined> {
  try {
    const config = parseJson(await readFile(join(home, 'config'), 'utf8'));
    const key = isRecord(config) ? config['encryptionKey'] : undefined;
    return typeof key === 'string' && key !== '' ? key : undefined;
  } catch {
    return undefined;
  }
}
