// Writes of what cannot be had again, such as the end of a run or a fetched token: repeated while the database fails, until they succeed or the
// process stops.
import { errorCodeOf } from '../contract/errors.ts';
import type { Clock } from '../execution/index.ts';
import type { Logger } from '../sdk/index.ts';

/** Milliseconds before the second attempt; doubled for each further attempt. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/**
 * Permanent failures: the row is gone or already exists, the data can never be stored, or the lease of this server has expired. Codes of five
 * characters are those of Postgres.
 */
const permanent = /^SQLITE_(CONSTRAINT_(FOREIGNKEY|PRIMARYKEY|UNIQUE|NOTNULL)|TOOBIG|MISMATCH|CORRUPT|NOTADB)|^(22|23|54)...$|^MR001$/;
/** The row already exists. */
const conflict = /^SQLITE_CONSTRAINT_PRIMARYKEY|^23505$/;

export interface LastingWritesPorts {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
}

export interface Attempt {
  /** Error of the first attempt. */
  readonly failure?: unknown;
  /** Present if the write is being repeated: resolves to whether it succeeded in the end. */
  readonly repeated?: Promise<boolean>;
}

export class LastingWrites {
  readonly #ports: LastingWritesPorts;
  readonly #closing = new AbortController();

  constructor(ports: LastingWritesPorts) {
    this.#ports = ports;
  }

  /**
   * Attempts a write once and returns the outcome. After a failure that may be temporary, further attempts follow, unless `isRepeated` returns
   * false. `what` describes the write in the log.
   */
  async attempt(what: string, write: () => Promise<unknown>, isRepeated: () => boolean = () => true): Promise<Attempt> {
    try {
      await write();
      return {};
    } catch (failure) {
      this.#ports.logger.error(`${what} could not be stored: ${messageOf(failure)}`);
      return isPermanent(failure) || !isRepeated() ? { failure } : { failure, repeated: this.#repeat(what, write) };
    }
  }

  /** Stops retrying after one last attempt of each pending write. */
  stop(): void {
    this.#closing.abort();
  }

  async #repeat(what: string, write: () => Promise<unknown>): Promise<boolean> {
    const { clock, logger } = this.#ports;
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const isLast = await clock.sleep(pause, signal).then(
        () => false,
        () => true,
      );
      try {
        await write();
        logger.info(`${what} is stored now.`);
        return true;
      } catch (failure) {
        // An earlier attempt was stored, although its connection was lost before the response.
        if (conflict.test(codeOfCause(failure))) return true;
        if (!isLast && !isPermanent(failure)) continue;
        logger.error(`${what} is lost: ${messageOf(failure)}`);
        return false;
      }
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a failed write would fail again with a working database. */
export const isPermanent = (error: unknown): boolean => {
  // The key may be found again.
  if (errorCodeOf(error) === 'VAULT_LOCKED') return false;
  const code = codeOfCause(error);
  return code === '' || permanent.test(code);
};

const codeOfCause = (error: unknown): string => String((error as { cause?: { code?: unknown } } | undefined)?.cause?.code ?? '');
