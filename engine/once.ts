// Creates something the first time it is needed.
/** Wraps a factory so that it runs only once, or again after a failure. `result`: its result. */
export function once<T>(make: () => Promise<T>): (() => Promise<T>) & { result: Promise<T> | undefined } {
  const get = (): Promise<T> => {
    get.result ??= make().catch((error: unknown) => {
      get.result = undefined;
      throw error;
    });
    return get.result;
  };
  get.result = undefined as Promise<T> | undefined;
  return get;
}
