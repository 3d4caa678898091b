// Loggers of the composition roots.
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from './sdk/index.ts';

const silent = (): void => undefined;

/** Discards all messages. */
export const noLogger: Logger = { debug: silent, info: silent, warn: silent, error: silent };

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
