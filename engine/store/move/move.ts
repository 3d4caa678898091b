// Copies a database to another one, table by table, and compares both sides. The target stores after each batch how far it is, so that a move that
// was killed continues. A move is finished once every table has the same rows on both sides.
import { AppError } from '../../contract/errors.ts';
import { moveFiles, type MovedFiles, type Storages } from './files.ts';
import type { MoveOptions } from './progress.ts';
import { digestOf, type Digest, type Source, type Target } from './sides.ts';
import type { MovedTable } from './tables.ts';

export type MovedRows = Digest & { readonly table: string };

export interface MoveReport {
  readonly tables: readonly MovedRows[];
  /** Undefined if files are not copied. */
  readonly files: MovedFiles | undefined;
  /** Whether rows of an earlier, unfinished move were used. */
  readonly isContinued: boolean;
}

/**
 * `storages`: where the files of items are, and where they are copied to; absent if they stay where they are. Throws STORE_FAILED, BAD_REQUEST for a
 * row that the target cannot store, and the reason of `stop`.
 */
export async function move(source: Source, target: Target, options: MoveOptions = {}, storages?: Storages): Promise<MoveReport> {
  let copied = await target.resume(source.id);
  for (;;) {
    const isContinued = copied.size > 0;
    for (const table of target.tables) {
      const { last, isComplete } = copied.get(table.name) ?? { last: null, isComplete: false };
      if (!isComplete) await copy(source, target, table, last ?? undefined, options);
    }
    const { tables, different } = await compare(source, target, options);
    if (different.length === 0) {
      const files = storages === undefined ? undefined : await moveFiles(source, storages, options);
      await target.finish(source);
      return { tables, files, isContinued };
    }
    if (!isContinued) throw notEqual(different);
    // The source has changed since the unfinished move.
    await target.clear();
    copied = new Map();
  }
}

async function copy(
  source: Source,
  target: Target,
  table: MovedTable,
  after: readonly string[] | undefined,
  { onProgress, stop }: MoveOptions,
): Promise<void> {
  const of = await source.count(table);
  let rows = after === undefined ? 0 : await target.count(table);
  let last = after;
  for await (const batch of source.batches(table, after)) {
    stop?.throwIfAborted();
    ({ last } = batch);
    await target.append(table, batch.rows, { last, isComplete: false });
    rows += batch.rows.length;
    onProgress?.({ phase: 'copying', table: table.name, rows, of });
  }
  await target.append(table, [], { last: last ?? null, isComplete: true });
}

interface Comparison {
  readonly tables: readonly MovedRows[];
  /** Names of the tables whose rows differ. */
  readonly different: readonly string[];
}

async function compare(source: Source, target: Target, { onProgress, stop }: MoveOptions): Promise<Comparison> {
  const tables: MovedRows[] = [];
  const different: string[] = [];
  for (const table of target.tables) {
    const of = await source.count(table);
    const onRows = (rows: number): void => {
      stop?.throwIfAborted();
      onProgress?.({ phase: 'comparing', table: table.name, rows, of });
    };
    const original = await digestOf(source, table, () => stop?.throwIfAborted());
    const moved = await digestOf(target, table, onRows);
    tables.push({ table: table.name, ...moved });
    if (original.count !== moved.count || original.checksum !== moved.checksum) different.push(table.name);
  }
  return { tables, different };
}

const notEqual = (tables: readonly string[]): AppError =>
  new AppError('STORE_FAILED', `The rows of ${tables.join(', ')} are not the same on both sides after the move.`, {
    params: { tables: tables.join(', ') },
    hint: 'Nothing uses the target yet. Call the same command again: it begins anew.',
  });
