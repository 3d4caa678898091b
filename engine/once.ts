// Creates something the first time it is needed.
/** Wraps a factory so that it runs only once, or again after a failure. `made`: its result. */
export function once<T>(make: () => Promise<T>): (() => Promise<T>) & { made: Promise<T> | undefined } {
  const get = (): Promise<T> => {
    get.made ??= make().catch((error: unknown) => {
      get.made = undefined;
      throw error;
    });
    return get.made;
  };
  get.made = undefined as Promise<T> | undefined;
  return get;
}
