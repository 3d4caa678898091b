// Starts processes after a check that takes a while. What is written to a process meanwhile waits.
import { launchFailure, type Launch, type Launched } from '../../sandbox/launch.ts';

/** `check`: called before each start, which fails with its error. */
export const checkedLaunch =
  (launch: Launch, check: () => Promise<void>): Launch =>
  (request, listener) => {
    const waiting: Uint8Array[] = [];
    let process: Launched | undefined;
    let isPaused = true;
    let isKilled = false;
    const start = (): void => {
      if (isKilled) return listener.end({ code: null, signal: 'SIGKILL' });
      process = launch(request, listener);
      if (!isPaused) process.unref();
      for (const bytes of waiting.splice(0)) process.write(bytes);
    };
    check()
      .then(start)
      .catch((error: unknown) => listener.end(launchFailure(error)));
    const hold = (holds: boolean): void => {
      isPaused = holds;
      if (holds) process?.ref();
      else process?.unref();
    };
    return {
      write: (bytes) => {
        if (process === undefined) waiting.push(bytes);
        else process.write(bytes);
      },
      kill: () => {
        isKilled = true;
        process?.kill();
      },
      ref: () => hold(true),
      unref: () => hold(false),
    };
  };
