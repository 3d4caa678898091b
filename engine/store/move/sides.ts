// The two sides of a move. Each is a SQLite file or a Postgres database.
import { createHash } from 'node:crypto';
import type { StartData } from '../start-files.ts';
import type { MovedTable } from './tables.ts';

/** Numbers are in decimal digits. */
export type Value = string | Uint8Array | null;
export type Row = readonly Value[];

/** The place of a row in the order in which its side reads a table. */
export type Position = readonly string[];

export interface Batch {
  /** Their values are in the order of the table's columns. */
  readonly rows: readonly Row[];
  /** Position of the last row. */
  readonly last: Position;
}

/** Maximum numbers of rows and bytes of a batch. A row that is larger is a batch of its own. */
export const BATCH = { rows: 500, bytes: 4 * 1024 * 1024 } as const;

export interface Side {
  /** Where the database is, for messages. */
  readonly place: string;
  count(table: MovedTable): Promise<number>;
  /** Yields the rows after a position, or all. */
  batches(table: MovedTable, after?: Position): AsyncGenerator<Batch>;
  close(): Promise<void>;
}

/** A source is read in one snapshot. */
export interface Source extends Side {
  /** Distinguishes installations and versions of the schema. */
  readonly id: string;
  /** Returns the start data of an execution in a file beside the database; undefined if there is no such file. */
  startData(name: string): Promise<StartData | undefined>;
  /** Returns up to `limit` ids of files that executions use, in their order, after an id. */
  fileIds(after: string, limit: number): Promise<readonly string[]>;
}

/** How much of a table is copied. */
export interface CopyState {
  /** Position in the source of the last row; null if the table is empty. */
  readonly last: Position | null;
  readonly isComplete: boolean;
}

export interface Target extends Side {
  readonly tables: readonly MovedTable[];
  /** Returns what an unfinished move from the same source has copied; removes what one from another source has. */
  resume(sourceId: string): Promise<ReadonlyMap<string, CopyState>>;
  /** Adds rows and stores the state, in one commit. */
  append(table: MovedTable, rows: readonly Row[], state: CopyState): Promise<void>;
  /** Removes all rows and states. */
  clear(): Promise<void>;
  /** Makes the target a database that servers can use. */
  finish(source: Pick<Source, 'startData'>): Promise<void>;
}

/** The number of rows and a checksum that does not depend on their order. */
export interface Digest {
  readonly count: number;
  /** Sum of the first 128 bits of the rows' SHA-256, as 32 hexadecimal digits. */
  readonly checksum: string;
}

/** `onRows` is called after each batch with the number of rows so far. */
export async function digestOf(side: Side, table: MovedTable, onRows: (count: number) => void): Promise<Digest> {
  let count = 0;
  let sum = 0n;
  for await (const { rows } of side.batches(table)) {
    for (const row of rows) sum += hashOf(row);
    count += rows.length;
    onRows(count);
  }
  return { count, checksum: checksumText(sum) };
}

/** Returns the first 128 bits of a SHA-256. */
export const numberOfDigest = (digest: Buffer): bigint => (digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8);

/** Formats a sum of such numbers. */
export const checksumText = (sum: bigint): string => BigInt.asUintN(128, sum).toString(16).padStart(32, '0');

function hashOf(row: Row): bigint {
  const hash = createHash('sha256');
  let text = '';
  for (const value of row) {
    if (value === null) text += '0';
    else if (typeof value === 'string') text += `t${value.length}:${value}`;
    else {
      hash.update(`${text}b${value.byteLength}:`).update(value);
      text = '';
    }
  }
  return numberOfDigest(hash.update(text).digest());
}
