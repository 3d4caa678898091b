// Early ends of the command line: a signal, or a closed output pipe.
import type { Writable } from 'node:stream';
import { AppError } from '../contract/errors.ts';
import { exitCodes, printable } from './output.ts';
import { text } from './text.ts';

/** Exit code after a signal: 128 plus its number, by shell convention. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export interface Stop {
  /** Aborted when the program must end; the reason is the error of stopped runs. */
  readonly signal: AbortSignal;
  /** Exit code of the requested stop; undefined until one is requested. */
  readonly exitCode: number | undefined;
}

/** Milliseconds between checks of the parent process. */
const CHECK_INTERVAL = 500;

/**
 * Calls `stop` once the parent shell of an npm script has exited. npm signals only the shell, and some shells exit without forwarding the signal, so
 * the program would otherwise keep running.
 */
function whenOrphaned(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop();
  }, CHECK_INTERVAL);
  check.unref();
}

/**
 * Listens for the first signal and for errors of standard output. A second signal ends the program immediately. Errors of standard error are
 * ignored, since they could not be reported.
 */
export function listenForStop(out: Writable, err: Writable): Stop {
  const controller = new AbortController();
  const stop = { signal: controller.signal, exitCode: undefined as number | undefined };
  const end = (exitCode: number, message: string): void => {
    stop.exitCode ??= exitCode;
    controller.abort(new AppError('EXECUTION_CANCELED', message));
  };
  for (const [name, code] of Object.entries(signalCodes)) {
    process.once(name, () => {
      err.write(`${text('stopping')}\n`);
      end(code, text('stopped'));
    });
  }
  whenOrphaned(() => {
    err.write(`${text('stopping')}\n`);
    end(signalCodes.SIGTERM, text('stopped'));
  });
  out.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the output has ended (`millrace … | head`), so nothing more is printed.
    if (error.code === 'EPIPE' || error.code === 'EIO') return end(exitCodes.success, text('readerGone'));
    if (stop.exitCode === undefined) err.write(`${text('notWritten', { reason: printable(error.message) })}\n`);
    end(exitCodes.badUse, text('notWritten', { reason: error.message }));
  });
  err.on('error', () => undefined);
  return stop;
}
