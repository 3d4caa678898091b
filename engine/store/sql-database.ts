// What repositories use of a database, whichever it is.
import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import type { WriteQuery, Writes } from './writes.ts';

export interface Reads {
  /** Returns the rows of a frequent query. Its statement is kept, so its SQL must be one of a few texts (see `Template`). */
  rows(query: WriteQuery): readonly unknown[] | Promise<readonly unknown[]>;
}

export interface Database {
  readonly dialect: Dialect;
  /** For reading, and for compiling the statements of `writes`. */
  readonly queries: Kysely<Tables>;
  readonly writes: Writes;
  readonly reads: Reads;
}
