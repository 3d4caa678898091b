// Loggers of the composition roots.
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from './sdk/index.ts';

const silent = (): void => undefined;

/** Discards all messages. */
export const noLogger: Logger = { debug: silent, info: silent, warn: silent, error: silent };

/** Milliseconds within which the same line is logged once. */
const ONCE_IN = 60_000;
/** Maximum number of lines that are remembered. */
const REMEMBERED = 1000;

/** Logs the same warning or error at most once a minute, then with the number of repetitions: what fails each second would fill the log. */
export function withoutRepetitions(logger: Logger): Logger {
  return {
    ...logger,
    warn: loggedOnce((...line) => logger.warn(...line)),
    error: loggedOnce((...line) => logger.error(...line)),
  };
}

function loggedOnce(log: Logger['warn']): Logger['warn'] {
  const repetitions = new Map<string, number>();
  return (message, fields) => {
    const line = `${message} ${JSON.stringify(fields)}`;
    const count = repetitions.get(line);
    if (count !== undefined) {
      repetitions.set(line, count + 1);
      return;
    }
    log(message, fields);
    if (repetitions.size >= REMEMBERED) return;
    const remember = (): void => {
      repetitions.set(line, 0);
      setTimeout(report, ONCE_IN).unref();
    };
    const report = (): void => {
      const repeated = repetitions.get(line) ?? 0;
      repetitions.delete(line);
      if (repeated === 0) return;
      log(`${message} (and ${repeated} more within a minute)`, fields);
      remember();
    };
    remember();
  };
}

/** Writes to a logger like pino, which takes the fields first. */
export function toLogger(logger: FastifyBaseLogger | undefined): Logger {
  if (logger === undefined) return noLogger;
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
