// Opens the home folder of an n8n installation: a copy of its database, and its key.
import { constants } from 'node:fs';
import { copyFile, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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

interface Installation {
  /** The folder with the key. */
  readonly home: string;
  /** Path of the file. */
  readonly database: string;
}

/**
 * Opens the home of n8n: the folder with `database.sqlite`, its parent, or the database. The folder is only read. `scratch`: existing folder for the copy. Throws
 * NOT_FOUND, and BAD_REQUEST if the database is damaged, not one of n8n, cannot be read, or changes while it is copied.
 */
export async function openN8nHome(folder: string, scratch: string): Promise<N8nHome> {
  // No shell has replaced the tilde of a path that was typed into the editor.
  const installation = await installationAt(resolve(folder.replace(/^~(?=$|[/\\])/, homedir())));
  const copies = await mkdtemp(join(scratch, '.n8n-home-'));
  const close = (): Promise<void> => rm(copies, { recursive: true, force: true });
  try {
    await copyDatabase(installation, copies);
    const database = N8nDatabase.open(join(copies, DATABASE));
    return {
      database,
      key: await keyIn(installation.home),
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

async function installationAt(path: string): Promise<Installation> {
  const inFolders = [path, join(path, '.n8n')].map((home) => ({ home, database: join(home, DATABASE) }));
  for (const candidate of [...inFolders, { home: dirname(path), database: path }]) {
    if ((await stateOf(candidate.database)) !== '') return candidate;
  }
  throw new AppError('NOT_FOUND', `${path} is not the home folder of n8n: it contains no ${DATABASE}.`, {
    params: { folder: path },
    hint: 'It is usually ~/.n8n. If that n8n uses Postgres, import files that `n8n export:workflow --backup` wrote.',
  });
}

async function copyDatabase({ home, database }: Installation, copies: string): Promise<void> {
  // If the database is a link, SQLite writes the logs beside the linked file.
  const original = await realpath(database);
  const files = ['', ...LOGS].map((suffix) => [original + suffix, join(copies, DATABASE + suffix)] as const);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await statesOf(files);
    for (const [file, copy] of files) {
      await rm(copy, { force: true });
      if ((await stateOf(file)) !== '') await copyIfThere(file, copy);
    }
    if ((await statesOf(files)) === before) return;
  }
  throw new AppError('BAD_REQUEST', `The database in ${home} changes while it is copied. Stop n8n, and try again.`, { params: { home } });
}

/** On file systems that can, the copy shares its blocks with the original. Throws BAD_REQUEST if the file cannot be read, or there is no space. */
async function copyIfThere(file: string, copy: string): Promise<void> {
  try {
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new AppError('BAD_REQUEST', `${file} cannot be copied: ${(cause as Error).message}.`, { params: { file }, cause });
  }
}

const statesOf = async (files: readonly (readonly [file: string, copy: string])[]): Promise<string> =>
  JSON.stringify(await Promise.all(files.map(([file]) => stateOf(file))));

/** Returns a text that changes with the file; empty if there is no file at this path. */
async function stateOf(file: string): Promise<string> {
  try {
    const state = await stat(file);
    return state.isFile() ? `${state.size} ${state.mtimeMs}` : '';
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
