// Event listeners and stream steps whose exceptions go to the work that they belong to. Elsewhere, an exception in an event ends the thread.

/** Returns a listener whose exceptions are passed to `fail`, with the event's arguments. `fail` must not throw. */
export const guarded =
  <A extends readonly unknown[]>(fail: (error: Error, args: A) => void, listener: (...args: A) => unknown) =>
  (...args: A): void => {
    try {
      listener(...args);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)), args);
    }
  };

type Done = (error: Error | null, chunk?: Uint8Array) => void;

/** Returns the `transform` of a stream that passes on what `step` returns or resolves with for a chunk, or fails with its error. */
export const guardedStep =
  (step: (chunk: Uint8Array) => Uint8Array | Promise<Uint8Array>) =>
  (chunk: Uint8Array, _encoding: string, done: Done): void => {
    let passed: Uint8Array | Promise<Uint8Array>;
    try {
      passed = step(chunk);
    } catch (error) {
      return done(error as Error);
    }
    if (passed instanceof Promise) void passLater(passed, done);
    else done(null, passed);
  };

async function passLater(passed: Promise<Uint8Array>, done: Done): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = await passed;
  } catch (error) {
    return done(error as Error);
  }
  done(null, bytes);
}
